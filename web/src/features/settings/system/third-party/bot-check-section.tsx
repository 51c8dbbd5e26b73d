import { FormSection } from '../../../../components/form/form-section.tsx'
import type { OptionTexts } from '../../../../components/options/option-texts.ts'
import { useStatus } from '../../../../lib/api/status.ts'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { OutsideLink } from './outside-link.tsx'
import { SectionText } from './section-text.tsx'
import { thirdPartyText } from './third-party.text.ts'

export function useBotCheckSection(): SettingsSection {
  const t = useText(thirdPartyText)
  return { ...useSectionOptions('system/bot-check', t), title: t('botCheck'), Fields: BotCheckFields }
}

function BotCheckFields({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  return (
    <FormSection
      title={t('botCheck')}
      text={
        <SectionText words={t('botCheckText')}>
          <OutsideLink to="https://dash.cloudflare.com/?to=/:account/turnstile">{t('turnstileLink')}</OutsideLink>
        </SectionText>
      }
    >
      <SiteKeyOption form={form} />
      <OptionField form={form} name="TurnstileSecretKey" />
    </FormSection>
  )
}

/** The option is hidden by its name, but it is public: its stored text is read from the status. */
function SiteKeyOption({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  const stored = useStatus()?.turnstile_site_key ?? ''
  const texts: OptionTexts = { TurnstileSiteKey: stored, ...form.texts }
  const edit = ({ TurnstileSiteKey = '' }: OptionTexts) => {
    if (TurnstileSiteKey === stored) form.revert('TurnstileSiteKey')
    else form.edit({ TurnstileSiteKey })
  }
  return <OptionField form={{ ...form, texts, edit }} name="TurnstileSiteKey" help={t('TurnstileSiteKeyHelp')} />
}
