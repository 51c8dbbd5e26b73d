import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { SecretOption } from '../../form/fields/secret-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { OutsideLink } from './outside-link.tsx'
import { SectionText } from './section-text.tsx'
import { SiteKeyOption } from './site-key-option.tsx'
import { thirdPartyText } from './third-party.text.ts'

export function useBotCheckSection(): SettingsSection {
  const t = useText(thirdPartyText)
  return {
    id: 'bot-check',
    title: t('botCheck'),
    options: {
      TurnstileSiteKey: { label: t('TurnstileSiteKey') },
      TurnstileSecretKey: { label: t('TurnstileSecretKey') },
    },
    Fields: BotCheckFields,
  }
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
      <SecretOption form={form} name="TurnstileSecretKey" />
    </FormSection>
  )
}
