import { useMutation } from '@tanstack/react-query'
import { defaultRoot, userApi } from '@turnpike/contract/user'
import { Button } from 'antd'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { botCheckText } from '../../components/bot-check/bot-check.text.ts'
import { useBotCheck } from '../../components/bot-check/use-bot-check.tsx'
import { useToast } from '../../components/toast.tsx'
import { closeToast, toasts } from '../../components/toast-list.ts'
import { call } from '../../lib/call.ts'
import { useText } from '../../lib/text.ts'
import styles from './login.module.css'
import { loginText } from './login.text.ts'
import { TextField } from './text-field.tsx'
import { useEnterConsole } from './use-enter-console.ts'

type Credentials = { username: string; password: string }

/** Fields are read when the form is sent, because browsers fill in saved passwords without telling React. */
function readCredentials(form: HTMLFormElement): Credentials {
  const fields = new FormData(form)
  return { username: String(fields.get('username')).trim(), password: String(fields.get('password')) }
}

const isDefaultRoot = ({ username, password }: Credentials) =>
  username === defaultRoot.username && password === defaultRoot.password

export function LoginForm() {
  const t = useText(loginText)
  const tBotCheck = useText(botCheckText)
  const toast = useToast()
  const botCheck = useBotCheck()
  const enterConsole = useEnterConsole()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const id = useId()

  const signIn = useMutation({
    mutationFn: (body: Credentials) => call(userApi.login, { query: { turnstile: botCheck.token }, body }),
    onSuccess: (user, body) => {
      enterConsole(user)
      if (isDefaultRoot(body))
        toast.warning(t('defaultPassword'), { stays: true, link: { text: t('openSettings'), to: '/setting' } })
    },
    onError: (error) => {
      refuse(error.message)
      botCheck.reset()
      password.current?.select()
    },
  })

  useEffect(() => focusFirstEmpty(username.current, password.current), [])

  function refuse(message: string) {
    setProblem(message)
    toast.error(message)
  }

  /** A new try makes the last refusal old news. */
  function withdrawRefusal() {
    setProblem('')
    for (const { id, text } of toasts.get()) if (text === problem) closeToast(id)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (signIn.isPending) return
    const credentials = readCredentials(event.currentTarget)
    withdrawRefusal()
    if (!credentials.username || !credentials.password) {
      focusFirstEmpty(username.current, password.current)
      return refuse(t('missing'))
    }
    if (botCheck.isUnfinished) return refuse(tBotCheck('unfinished'))
    signIn.mutate(credentials)
  }

  return (
    <form className={styles.fields} onSubmit={submit} noValidate aria-describedby={`${id}-problem`}>
      <TextField
        ref={username}
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <TextField
        ref={password}
        label={t('password')}
        name="password"
        secret
        autoComplete="current-password"
        maxLength={1024}
      />
      <Link className={styles.forgot} to="/reset">
        {t('forgot')}
      </Link>
      {botCheck.field && <div className={styles.botCheck}>{botCheck.field}</div>}
      <p id={`${id}-problem`} aria-live="polite" className={styles.problem}>
        {problem}
      </p>
      <Button type="primary" size="large" htmlType="submit" block loading={signIn.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

function focusFirstEmpty(...fields: (HTMLInputElement | null)[]) {
  fields.find((field) => field?.value.trim() === '')?.focus()
}
