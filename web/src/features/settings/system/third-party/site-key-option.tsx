import { useStatus } from '../../../../lib/api/status.ts'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { OptionTexts } from '../../form/option-texts.ts'
import { thirdPartyText } from './third-party.text.ts'

/** By its name it is hidden among the options, yet every browser is told: what is stored is read from there. */
export function SiteKeyOption({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  const stored = useStatus()?.turnstile_site_key ?? ''
  const texts: OptionTexts = { TurnstileSiteKey: stored, ...form.texts }
  const edit = ({ TurnstileSiteKey = '' }: OptionTexts) => {
    if (TurnstileSiteKey === stored) form.revert('TurnstileSiteKey')
    else form.edit({ TurnstileSiteKey })
  }
  return <OptionField form={{ ...form, texts, edit }} name="TurnstileSiteKey" help={t('TurnstileSiteKeyHelp')} />
}
