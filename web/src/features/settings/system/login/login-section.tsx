import type { OptionKey } from '@turnpike/contract/options'
import type { ReactNode } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { SwitchOption } from '../../form/fields/switch-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { SectionLink } from '../section-link.tsx'
import { loginText } from './login.text.ts'
import { PasswordLoginSwitch } from './password-login-switch.tsx'

const switches = [
  'PasswordLoginEnabled',
  'GitHubOAuthEnabled',
  'LinuxDOOAuthEnabled',
  'WeChatAuthEnabled',
  'TelegramOAuthEnabled',
  'RegisterEnabled',
  'PasswordRegisterEnabled',
  'EmailVerificationEnabled',
  'TurnstileCheckEnabled',
] as const satisfies OptionKey[]

export function useLoginSection(): SettingsSection {
  const t = useText(loginText)
  return {
    id: 'login',
    title: t('title'),
    options: Object.fromEntries(switches.map((key) => [key, { label: t(key) }])),
    Fields: LoginFields,
  }
}

function LoginFields({ form }: { form: OptionForm }) {
  const t = useText(loginText)
  /** Whoever switches it on must have filled in another section. */
  const needing = (section: string, words?: string): ReactNode => (
    <>
      {words} <SectionLink to={section}>{t('setUp')}</SectionLink>
    </>
  )
  return (
    <>
      <FormSection title={t('ways')} text={t('waysText')}>
        <PasswordLoginSwitch form={form} />
        <SwitchOption form={form} name="GitHubOAuthEnabled" help={needing('oauth')} />
        <SwitchOption form={form} name="LinuxDOOAuthEnabled" help={needing('oauth')} />
        <SwitchOption form={form} name="WeChatAuthEnabled" help={needing('wechat')} />
        <SwitchOption form={form} name="TelegramOAuthEnabled" help={needing('telegram', t('telegramHelp'))} />
      </FormSection>
      <FormSection title={t('registration')} text={t('registrationText')}>
        <SwitchOption form={form} name="RegisterEnabled" help={t('registerHelp')} />
        <SwitchOption form={form} name="PasswordRegisterEnabled" help={t('passwordRegisterHelp')} />
        <SwitchOption form={form} name="EmailVerificationEnabled" help={needing('smtp', t('verificationHelp'))} />
      </FormSection>
      <FormSection title={t('protection')} text={t('protectionText')}>
        <SwitchOption form={form} name="TurnstileCheckEnabled" help={needing('bot-check', t('botCheckHelp'))} />
      </FormSection>
    </>
  )
}
