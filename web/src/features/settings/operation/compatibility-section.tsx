import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { NumberOption } from '../form/fields/number-option.tsx'
import { SwitchOption } from '../form/fields/switch-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useRules } from '../form/use-rules.ts'
import { compatibilityText } from './compatibility.text.ts'

export function useCompatibilitySection(): SettingsSection {
  const t = useText(compatibilityText)
  const rule = useRules().whole()
  return {
    id: 'compatibility',
    title: t('title'),
    options: {
      StopOnSensitiveEnabled: { label: t('stop') },
      StreamCacheQueueLength: { label: t('queue'), rule },
      FileUploadPermission: { label: t('fileUpload'), rule },
      FileDownloadPermission: { label: t('fileDownload'), rule },
      ImageUploadPermission: { label: t('imageUpload'), rule },
      ImageDownloadPermission: { label: t('imageDownload'), rule },
    },
    Fields: CompatibilityFields,
  }
}

function CompatibilityFields({ form }: { form: OptionForm }) {
  const t = useText(compatibilityText)
  return (
    <FormSection title={t('section')} text={t('sectionText')}>
      <SwitchOption form={form} name="StopOnSensitiveEnabled" />
      <NumberOption form={form} name="StreamCacheQueueLength" whole />
      <FieldPair>
        <NumberOption form={form} name="FileUploadPermission" whole />
        <NumberOption form={form} name="FileDownloadPermission" whole />
      </FieldPair>
      <FieldPair>
        <NumberOption form={form} name="ImageUploadPermission" whole />
        <NumberOption form={form} name="ImageDownloadPermission" whole />
      </FieldPair>
    </FormSection>
  )
}
