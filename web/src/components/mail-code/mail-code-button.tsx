import { PlainButton } from '../plain-button/plain-button.tsx'
import { mailCodeText } from './mail-code.text.ts'

type MailCodeButtonProps = {
  size?: 'large'
  isSending: boolean
  /** Seconds until it can be pressed again. */
  pause: number
  onClick: () => void
}

/** Right of the field for the mail address. Wide enough for its longest text, so that the countdown moves nothing. */
export function MailCodeButton({ size, isSending, pause, onClick }: MailCodeButtonProps) {
  const t = mailCodeText.use()
  return (
    <PlainButton size={size} style={{ minWidth: 112 }} isLoading={isSending} isDisabled={pause > 0} onClick={onClick}>
      {pause > 0 ? t('wait', { seconds: pause }) : t('send')}
    </PlainButton>
  )
}
