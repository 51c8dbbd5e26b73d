import { useText } from '../../lib/text/text.ts'
import styles from './state.module.css'
import { stateText } from './state.text.ts'

/** A component threw. Uses nothing but the browser, because any other module may be the one that failed. */
export function CrashState({ error }: { error: unknown }) {
  const t = useText(stateText)
  return (
    <div className={styles.state} role="alert">
      <h1 className={styles.title}>{t('crashed')}</h1>
      <p className={styles.text}>{t('crashedText')}</p>
      <p className={styles.text}>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <div className={styles.action}>
        <button type="button" className={styles.reload} onClick={() => window.location.reload()}>
          {t('reload')}
        </button>
      </div>
    </div>
  )
}
