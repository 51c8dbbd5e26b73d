import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { compatibilityText } from './compatibility.text.ts'

export function useCompatibilitySection(): SettingsSection {
  const t = useText(compatibilityText)
  return { ...useSectionOptions('operation/compatibility', t), title: t('title'), Fields: CompatibilityFields }
}

function CompatibilityFields({ form }: { form: OptionForm }) {
  const t = useText(compatibilityText)
  return (
    <FormSection title={t('section')} text={t('sectionText')}>
      <OptionField form={form} name="StopOnSensitiveEnabled" />
      <OptionField form={form} name="StreamCacheQueueLength" />
      <FieldPair>
        <OptionField form={form} name="FileUploadPermission" />
        <OptionField form={form} name="FileDownloadPermission" />
      </FieldPair>
      <FieldPair>
        <OptionField form={form} name="ImageUploadPermission" />
        <OptionField form={form} name="ImageDownloadPermission" />
      </FieldPair>
    </FormSection>
  )
}
