import { useEffect, useRef, useState } from 'react'
import { language } from '../../lib/browser/preferences.ts'
import { useScheme } from '../../theme/scheme.ts'
import { PlainButton } from '../plain-button/plain-button.tsx'
import layoutStyles from '../style/layout.module.css'
import styles from './bot-check.module.css'
import { botCheckText } from './bot-check.text.ts'
import { loadTurnstile } from './turnstile.ts'

type BotCheckProps = {
  siteKey: string
  /** A new token, or undefined when the last one expired. */
  onToken(token: string | undefined): void
}

/** Cloudflare's widget, rendered again for another theme or language; a changed `key` resets it. */
export function BotCheck({ siteKey, onToken }: BotCheckProps) {
  const t = botCheckText.use()
  const container = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  const spoken = language.use()
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the effect
  useEffect(() => {
    let isUnmounted = false
    let removeWidget = () => {}
    loadTurnstile().then(
      (turnstile) => {
        if (isUnmounted || !container.current) return
        const widget = turnstile.render(container.current, {
          sitekey: siteKey,
          theme: scheme,
          language: document.documentElement.lang.toLowerCase(),
          size: 'flexible',
          callback: onToken,
          'expired-callback': () => onToken(undefined),
          'error-callback': () => onToken(undefined),
        })
        removeWidget = () => turnstile.remove(widget)
      },
      () => {
        if (!isUnmounted) setHasFailed(true)
      },
    )
    return () => {
      isUnmounted = true
      onToken(undefined)
      removeWidget()
    }
  }, [siteKey, scheme, spoken, onToken, attempt])

  const retry = () => {
    setHasFailed(false)
    setAttempt(attempt + 1)
  }

  if (!hasFailed) return <div ref={container} className={styles.check} />
  return (
    <div role="alert" className={`${layoutStyles.row} ${styles.failure}`}>
      {t('notLoaded')}
      <PlainButton kind="link" size="small" onClick={retry}>
        {t('retry')}
      </PlainButton>
    </div>
  )
}
