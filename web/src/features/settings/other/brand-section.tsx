import { isOptionText } from '@turnpike/contract/option-kinds'
import { options } from '@turnpike/contract/options'
import { BrandLine } from '../../../components/brand/brand-line.tsx'
import { useLogo } from '../../../components/brand/use-logo.ts'
import { FormSection } from '../../../components/form/form-section.tsx'
import { isShownPicture } from '../../../lib/address/shown-picture.ts'
import { useText } from '../../../lib/text/text.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { brandText } from './brand.text.ts'
import styles from './brand-section.module.css'

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

/** Name and logo as the top bar will show them. */
function BrandPreview({ name, logo: address }: { name: string; logo: string }) {
  const t = useText(brandText)
  const { isBroken, isBlocked, ...logo } = useLogo(useDebounced(address))
  return (
    <figure>
      <figcaption className={styles.label}>{t('look')}</figcaption>
      <div className={styles.bar}>
        <BrandLine name={name} {...logo} />
      </div>
      {isBroken && <p className={styles.broken}>{t('broken')}</p>}
      {isBlocked && <p className={styles.broken}>{t('blocked')}</p>}
    </figure>
  )
}
