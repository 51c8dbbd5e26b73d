import { isOptionText } from '@turnpike/contract/option-kinds'
import { options } from '@turnpike/contract/options'
import { FormSection } from '../../../components/form/form-section.tsx'
import { isShownPicture } from '../../../lib/format/shown-picture.ts'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { brandText } from './brand.text.ts'
import { BrandPreview } from './brand-preview.tsx'

export function useBrandSection(): SettingsSection {
  const t = useText(brandText)
  const isShown = (text: string) => text === '' || isShownPicture(text, window.location.origin)
  const nameRule = (text: string) => (text.trim() === '' ? t('nameMissing') : undefined)
  const logoRule = (text: string) => (isOptionText(options.Logo, text) && isShown(text) ? undefined : t('logoWrong'))
  return {
    ...useSectionOptions('other/branding', t, { SystemName: nameRule, Logo: logoRule }),
    title: t('title'),
    Fields: BrandFields,
  }
}

function BrandFields({ form }: { form: OptionForm }) {
  const t = useText(brandText)
  const { SystemName = '', Logo = '' } = form.texts
  return (
    <FormSection title={t('title')} text={t('text')}>
      <OptionField form={form} name="SystemName" isProse />
      <OptionField form={form} name="Logo" placeholder="/logo.svg" help={t('LogoHelp')} />
      <BrandPreview name={SystemName} logo={Logo} />
    </FormSection>
  )
}
