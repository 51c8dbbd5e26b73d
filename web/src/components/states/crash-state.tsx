import { Component, type ReactNode } from 'react'
import styles from './state.module.css'
import { stateText } from './state.text.ts'

/** A component threw. Uses nothing but the browser, because any other module may be the one that failed. */
export function CrashState({ error }: { error: unknown }) {
  const t = stateText.use()
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

type Props = { children: ReactNode }
type State = { error?: unknown; failed: boolean }

/** Shows the crash state instead of a blank window when a component throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override render() {
    return this.state.failed ? <CrashState error={this.state.error} /> : this.props.children
  }
}
