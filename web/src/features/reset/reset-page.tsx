import { useMutation } from '@tanstack/react-query'
import { isEmail, mailPauseSeconds, registrationApi } from '@turnpike/contract/identity/registration'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { StatusMessage } from '../../components/auth-page/status-message.tsx'
import { TextField } from '../../components/auth-page/text-field.tsx'
import { useRefusal } from '../../components/auth-page/use-refusal.ts'
import { botCheckText } from '../../components/bot-check/bot-check.text.ts'
import { useBotCheck } from '../../components/bot-check/use-bot-check.tsx'
import { call } from '../../lib/api/call.ts'
import { language } from '../../lib/browser/preferences.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { refusalText } from '../../lib/text/refusal-text.ts'
import { useCountdown } from '../../lib/timing/use-countdown.ts'
import { resetText } from './reset.text.ts'

/** Requests a mail with a link to a new password. The response is the same for known and unknown addresses. */
export function ResetPage() {
  const t = resetText.use()
  const tBotCheck = botCheckText.use()
  const botCheck = useBotCheck()
  const pause = useCountdown()
  const { problem, refuse, withdraw } = useRefusal()
  const [sentTo, setSentTo] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useDocumentTitle(t('title'))

  const { mutate, isPending } = useMutation({
    mutationFn: (email: string) => call(registrationApi.resetMail, { query: { email, turnstile: botCheck.token } }),
    onSuccess: (_, email) => {
      setSentTo(email)
      pause.start(mailPauseSeconds)
    },
    onError: (error) => refuse(error.message),
    onSettled: botCheck.reset,
  })

  function submit() {
    const email = (field.current?.value ?? '').trim().toLowerCase()
    withdraw()
    if (!isEmail(email)) {
      field.current?.focus()
      return refuse(refusalText('email_invalid', language.get()))
    }
    if (botCheck.isUnfinished) return refuse(tBotCheck('unfinished'))
    mutate(email)
  }

  return (
    <AuthFrame
      title={t('title')}
      lead={
        <>
          {t('remembered')} <Link to="/login">{t('signIn')}</Link>
        </>
      }
    >
      {sentTo && <StatusMessage kind="mail">{t('sent', { email: sentTo })}</StatusMessage>}
      <AuthForm
        verb={pause.left > 0 ? t('again', { seconds: pause.left }) : t('send')}
        isBusy={isPending}
        isPaused={pause.left > 0}
        problem={problem}
        botCheck={botCheck.field}
        onSubmit={submit}
      >
        <TextField
          ref={field}
          label={t('email')}
          name="email"
          autoFocus
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          help={t('emailHelp')}
        />
      </AuthForm>
    </AuthFrame>
  )
}
