import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { SectionLink } from '../section-link.tsx'
import { loginText } from './login.text.ts'
import { PasswordLoginSwitch } from './password-login-switch.tsx'

export function useLoginSection(): SettingsSection {
  const t = useText(loginText)
  return { ...useSectionOptions('system/login', t), title: t('title'), Fields: LoginFields }
}

function LoginFields({ form }: { form: OptionForm }) {
  const t = useText(loginText)
  /** Another section must be filled in before it can be switched on. */
  const needing = (section: string, words?: string): ReactNode => (
    <>
      {words} <SectionLink to={section}>{t('setUp')}</SectionLink>
    </>
  )
  return (
    <>
      <FormSection title={t('methods')} text={t('methodsText')}>
        <PasswordLoginSwitch form={form} />
        <OptionField
          form={form}
          name="OidcEnabled"
          help={
            <>
              {t('OidcEnabledHelp')} <Link to="/setting/providers">{t('setUp')}</Link>
            </>
          }
        />
        <OptionField form={form} name="PasskeyEnabled" help={needing('server-address', t('PasskeyEnabledHelp'))} />
        <OptionField form={form} name="GitHubOAuthEnabled" help={needing('oauth')} />
        <OptionField form={form} name="LinuxDOOAuthEnabled" help={needing('oauth')} />
        <OptionField form={form} name="WeChatAuthEnabled" help={needing('wechat')} />
        <OptionField
          form={form}
          name="TelegramOAuthEnabled"
          help={needing('telegram', t('TelegramOAuthEnabledHelp'))}
        />
      </FormSection>
      <FormSection title={t('registration')} text={t('registrationText')}>
        <OptionField form={form} name="RegisterEnabled" help={t('RegisterEnabledHelp')} />
        <OptionField form={form} name="PasswordRegisterEnabled" help={t('PasswordRegisterEnabledHelp')} />
        <OptionField
          form={form}
          name="EmailVerificationEnabled"
          help={needing('smtp', t('EmailVerificationEnabledHelp'))}
        />
        <OptionField
          form={form}
          name="MailCodeMinutes"
          unit={t('MailCodeMinutesUnit')}
          help={t('MailCodeMinutesHelp')}
        />
      </FormSection>
      <FormSection title={t('protection')} text={t('protectionText')}>
        <OptionField
          form={form}
          name="SecondFactorRequired"
          choiceLabels={{
            none: t('requiredNone'),
            administrators: t('requiredAdministrators'),
            everybody: t('requiredEverybody'),
          }}
          help={t('SecondFactorRequiredHelp')}
        />
        <OptionField
          form={form}
          name="TurnstileCheckEnabled"
          help={needing('bot-check', t('TurnstileCheckEnabledHelp'))}
        />
      </FormSection>
    </>
  )
}
