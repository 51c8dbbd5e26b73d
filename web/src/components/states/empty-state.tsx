import type { ReactNode } from 'react'
import styles from './state.module.css'

type EmptyStateProps = {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** Replaces a whole page: its title is then the heading of the page. */
  isPage?: boolean
}

/** An empty list or a missing page: the missing content, and the next step. */
export function EmptyState({ title, text, action, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      <div className={styles.drawing}>
        <TollGate />
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

/** A drawing of a road through a toll gate. */
function TollGate() {
  return (
    <svg viewBox="0 0 100 76" width="100" height="76" fill="none" aria-hidden="true" focusable="false">
      <path d="M35 18h29l34 57H1z" fill="var(--fill)" />
      <path d="M49 20v9M49 33v12M49 49v11M49 64v11" stroke="var(--page)" strokeWidth="4" />
      <path d="M16.5 13v44M84.5 13v44" stroke="var(--border)" strokeWidth="1.5" />
      <rect x="6.5" y="1" width="88" height="12" rx="1.5" fill="var(--page)" stroke="var(--border)" strokeWidth="1.2" />
      <path d="M18 7h7M31.5 7h7M60.5 7h7M74 7h7" stroke="var(--border)" strokeWidth="3" strokeLinecap="round" />
      <path d="M46 7h8" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
