import { useMutation } from '@tanstack/react-query'
import type { TelegramProfile } from '@turnpike/contract/identity/oauth'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { language } from '../../lib/browser/preferences.ts'
import { Dialog } from '../overlay/dialog.tsx'
import textStyles from '../style/text.module.css'
import { readTelegramMessage, telegramFrameAddress, telegramOrigin } from './telegram-message.ts'
import styles from './third-party.module.css'
import { thirdPartyText } from './third-party.text.ts'

type TelegramDialogProps = {
  title: string
  hint: string
  bot: string
  /** Signs in or binds with Telegram's profile; a refusal is shown here. */
  onProfile: (profile: TelegramProfile) => Promise<void>
  onClose: () => void
}

/**
 * Telegram's own button in a frame. Its script is left out: it evaluates its callback from text, which our content
 * policy forbids, and without it nothing of Telegram's runs on the page that takes passwords.
 */
export function TelegramDialog({ title, hint, bot, onProfile, onClose }: TelegramDialogProps) {
  const t = thirdPartyText.use()
  const frame = useRef<HTMLIFrameElement>(null)
  const [size, setSize] = useState({ width: 238, height: 40 })

  const { mutate, error } = useMutation({
    mutationFn: onProfile,
    onError: () => {}, // shown in the dialog
  })

  const listen = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== telegramOrigin || event.source !== frame.current?.contentWindow) return
    const message = readTelegramMessage(event.data)
    if (message?.event === 'auth_user') mutate(message.profile)
    if (message?.event === 'resize')
      setSize({ width: message.width || size.width, height: message.height || size.height })
  })

  useEffect(() => {
    const listener = (event: MessageEvent) => listen(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  return (
    <Dialog centered={false} title={title} width={400} footer={null} onCancel={onClose}>
      <p className={textStyles.dialogText}>{hint}</p>
      <iframe
        ref={frame}
        className={styles.frame}
        title={t('telegramFrame')}
        src={telegramFrameAddress(bot, window.location, language.use())}
        {...size}
      />
      <p role="alert" className={styles.problem}>
        {error?.message}
      </p>
    </Dialog>
  )
}
