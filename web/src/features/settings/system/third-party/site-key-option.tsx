import { useStatus } from '../../../../lib/api/status.ts'
import { useText } from '../../../../lib/text/text.ts'
import { TextOption } from '../../form/fields/text-option.tsx'
import type { OptionTexts } from '../../form/option-texts.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { thirdPartyText } from './third-party.text.ts'

/** By its name it is hidden among the options, yet every browser is told: what is stored is read from there. */
export function SiteKeyOption({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  const stored = useStatus()?.turnstile_site_key ?? ''
  const texts: OptionTexts = { TurnstileSiteKey: stored, ...form.texts }
  const edit = ({ TurnstileSiteKey = '' }: OptionTexts) => {
    const typed = TurnstileSiteKey.trim()
    if (typed === stored) form.revert('TurnstileSiteKey')
    else form.edit({ TurnstileSiteKey: typed })
  }
  return <TextOption form={{ ...form, texts, edit }} name="TurnstileSiteKey" mono help={t('siteKeyHelp')} />
}
