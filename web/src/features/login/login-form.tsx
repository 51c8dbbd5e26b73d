import { useMutation } from '@tanstack/react-query'
import { credentialBounds, userApi } from '@turnpike/contract/identity/user'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { TextField } from '../../components/auth-page/text-field.tsx'
import { useRefusal } from '../../components/auth-page/use-refusal.ts'
import { botCheckText } from '../../components/bot-check/bot-check.text.ts'
import { useBotCheck } from '../../components/bot-check/use-bot-check.tsx'
import { call } from '../../lib/api/call.ts'
import { useEnterConsole } from '../../lib/session/use-enter-console.ts'
import styles from './login.module.css'
import { loginText } from './login.text.ts'

type Credentials = { username: string; password: string }

/** Fields are read when the form is sent, because browsers fill in saved passwords without telling React. */
function readCredentials(form: HTMLFormElement): Credentials {
  const fields = new FormData(form)
  return { username: String(fields.get('username')).trim(), password: String(fields.get('password')) }
}

export function LoginForm() {
  const t = loginText.use()
  const tBotCheck = botCheckText.use()
  const botCheck = useBotCheck()
  const enterConsole = useEnterConsole()
  const { problem, refuse, withdraw } = useRefusal()
  const { state } = useLocation()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const signIn = useMutation({
    mutationFn: (body: Credentials) => call(userApi.login, { query: { turnstile: botCheck.token }, body }),
    onSuccess: enterConsole,
    onError: (error) => {
      refuse(error.message)
      botCheck.reset()
      password.current?.select()
    },
  })

  useEffect(() => focusFirstEmpty(username.current, password.current), [])

  function submit(form: HTMLFormElement) {
    const credentials = readCredentials(form)
    withdraw()
    if (!credentials.username || !credentials.password) {
      focusFirstEmpty(username.current, password.current)
      return refuse(t('missing'))
    }
    if (botCheck.isUnfinished) return refuse(tBotCheck('unfinished'))
    signIn.mutate(credentials)
  }

  return (
    <AuthForm
      verb={t('submit')}
      isBusy={signIn.isPending}
      problem={problem}
      botCheck={botCheck.field}
      onSubmit={submit}
    >
      <TextField
        ref={username}
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={credentialBounds.username.lengthMax}
        // Filled in after a registration.
        defaultValue={typeof state?.username === 'string' ? state.username : ''}
      />
      <TextField
        ref={password}
        label={t('password')}
        name="password"
        secret
        autoComplete="current-password"
        maxLength={credentialBounds.password.lengthMax}
      />
      <Link className={styles.forgot} to="/reset">
        {t('forgot')}
      </Link>
    </AuthForm>
  )
}

function focusFirstEmpty(...fields: (HTMLInputElement | null)[]) {
  fields.find((field) => field?.value.trim() === '')?.focus()
}
