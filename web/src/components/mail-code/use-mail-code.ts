import { useMutation } from '@tanstack/react-query'
import { isEmail, mailPauseSeconds, registrationApi } from '@turnpike/contract/identity/registration'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { language } from '../../lib/browser/preferences.ts'
import { refusalText } from '../../lib/text/refusal-text.ts'
import { useCountdown } from '../../lib/timing/use-countdown.ts'
import { botCheckText } from '../bot-check/bot-check.text.ts'
import type { useBotCheck } from '../bot-check/use-bot-check.tsx'
import { toast } from '../overlay/toast-list.ts'
import { mailCodeText } from './mail-code.text.ts'

type MailCodeOptions = {
  botCheck: ReturnType<typeof useBotCheck>
  /** Shows why no code was sent. */
  onRefused: (message: string) => void
  onSent?: () => void
}

/** Sends a verification code to a mail address; another one can be requested half a minute later. */
export function useMailCode({ botCheck, onRefused, onSent }: MailCodeOptions) {
  const t = mailCodeText.use()
  const tBotCheck = botCheckText.use()
  const pause = useCountdown()
  const minutes = useStatus()?.mail_code_minutes
  const { mutate, isPending } = useMutation({
    mutationFn: (email: string) => call(registrationApi.verification, { query: { email, turnstile: botCheck.token } }),
    onSuccess: (_, email) => {
      pause.start(mailPauseSeconds)
      toast.success(t('sent', { email }))
      onSent?.()
    },
    onError: (error) => onRefused(error.message),
    onSettled: botCheck.reset,
  })
  return {
    send(text: string) {
      const email = text.trim().toLowerCase()
      if (!isEmail(email)) return onRefused(refusalText('email_invalid', language.get()))
      if (botCheck.isUnfinished) return onRefused(tBotCheck('unfinished'))
      mutate(email)
    },
    /** How long a code is accepted, in words; empty until it is known. */
    validity: minutes === undefined ? '' : t('validity', { minutes }),
    isSending: isPending,
    /** Seconds until the next code can be requested. */
    pause: pause.left,
  }
}
