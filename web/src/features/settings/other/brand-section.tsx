import { FormSection } from '../../../components/form/form-section.tsx'
import { isShownPicture } from '../../../lib/address/shown-picture.ts'
import { useText } from '../../../lib/text/text.ts'
import { TextOption } from '../form/fields/text-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { brandText } from './brand.text.ts'
import { BrandPreview } from './brand-preview.tsx'

export function useBrandSection(): SettingsSection {
  const t = useText(brandText)
  const isLogo = (text: string) => text === '' || isShownPicture(text, window.location.origin)
  return {
    id: 'branding',
    title: t('title'),
    options: {
      SystemName: { label: t('SystemName'), rule: (text) => (text.trim() === '' ? t('nameMissing') : undefined) },
      Logo: { label: t('Logo'), rule: (text) => (isLogo(text) ? undefined : t('logoWrong')) },
    },
    Fields: BrandFields,
  }
}

function BrandFields({ form }: { form: OptionForm }) {
  const t = useText(brandText)
  const { SystemName = '', Logo = '' } = form.texts
  return (
    <FormSection title={t('title')} text={t('text')}>
      <TextOption form={form} name="SystemName" />
      <TextOption form={form} name="Logo" mono placeholder="/logo.svg" help={t('logoHelp')} />
      <BrandPreview name={SystemName} logo={Logo} />
    </FormSection>
  )
}
