import { useMutation } from '@tanstack/react-query'
import { oauthApi, type TelegramProfile } from '@turnpike/contract/oauth'
import { Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { language } from '../../lib/preferences.ts'
import { useText } from '../../lib/text.ts'
import styles from './login.module.css'
import { otherSignInsText } from './other-sign-ins.text.ts'
import { readTelegramMessage, telegramFrameAddress, telegramOrigin } from './telegram-message.ts'
import { useEnterConsole } from './use-enter-console.ts'

/**
 * Telegram's own button in a frame. Its script is left out: it evaluates its callback from text, which our content
 * policy forbids, and without it nothing of Telegram's runs on the page that takes passwords.
 */
export function TelegramDialog({ bot, onClose }: { bot: string; onClose(): void }) {
  const t = useText(otherSignInsText)
  const enterConsole = useEnterConsole()
  const frame = useRef<HTMLIFrameElement>(null)
  const [size, setSize] = useState({ width: 238, height: 40 })

  const { mutate, error } = useMutation({
    mutationFn: (query: TelegramProfile) => call(oauthApi.telegramLogin, { query }),
    onSuccess: enterConsole,
    onError: () => {}, // said in the dialog
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
    <Modal open title={t('telegramTitle')} width={400} footer={null} onCancel={onClose}>
      <p className={styles.hint}>{t('telegramHint')}</p>
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
    </Modal>
  )
}
