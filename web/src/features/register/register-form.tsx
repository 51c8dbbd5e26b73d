import { registrationBounds } from '@turnpike/contract/identity/registration'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { TextField } from '../../components/auth-page/text-field.tsx'
import { useBotCheck } from '../../components/bot-check/use-bot-check.tsx'
import { MailCodeButton } from '../../components/mail-code/mail-code-button.tsx'
import type { CallError } from '../../lib/api/call.ts'
import { registerText } from './register.text.ts'
import { useRegisterForm } from './use-register-form.ts'

type RegisterFormProps = {
  /** The administrator requires a verified mail address; otherwise the address is optional and stays unverified. */
  withEmail: boolean
  /** Registration was refused because the administrator has switched it off. */
  onClosed: (refusal: CallError) => void
}

export function RegisterForm({ withEmail, onClosed }: RegisterFormProps) {
  const t = registerText.use()
  const botCheck = useBotCheck()
  const { form, problemOf, ...register } = useRegisterForm({ botCheck, withEmail, onClosed })
  return (
    <AuthForm
      ref={form}
      verb={t('submit')}
      isBusy={register.isPending}
      problem={register.problem}
      botCheck={botCheck.field}
      onSubmit={register.submit}
    >
      <TextField
        label={t('username')}
        name="username"
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        help={t('usernameHelp')}
        problem={problemOf('username')}
      />
      <TextField
        label={t('password')}
        name="password"
        secret
        autoComplete="new-password"
        help={t('passwordHelp')}
        problem={problemOf('password')}
      />
      <TextField
        label={t('password2')}
        name="password2"
        secret
        autoComplete="new-password"
        problem={problemOf('password2')}
      />
      <TextField
        label={t('email')}
        name="email"
        optional={!withEmail}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        help={withEmail ? undefined : t('emailHelp')}
        problem={problemOf('email')}
        beside={withEmail && <MailCodeButton size="large" {...register.mailCode} />}
      />
      {withEmail && (
        <TextField
          label={t('code')}
          name="verification_code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={registrationBounds.verification_code.lengthMax}
          help={register.codeValidity}
          problem={problemOf('verification_code')}
        />
      )}
    </AuthForm>
  )
}
