import type { AgentEarnings } from '@turnpike/contract/money/agents/agent-api'
import styles from './earnings.module.css'

const parts = ['available', 'waiting', 'held', 'reserved'] as const

/** The colours of the parts, beside their names and in the bar. */
export const swatches: Record<(typeof parts)[number], string | undefined> = {
  available: styles.ofAvailable,
  waiting: styles.ofWaiting,
  held: styles.ofHeld,
  reserved: styles.ofReserved,
}

/** Which part of the earnings is in which state. Hidden from screen readers, because the figures are beside it. */
export function EarningsBar({ earnings }: { earnings: AgentEarnings }) {
  const shown = parts.filter((part) => earnings[part] > 0)
  return (
    <div className={styles.bar} aria-hidden="true">
      {shown.map((part) => (
        <span key={part} className={swatches[part]} style={{ flexGrow: earnings[part] }} />
      ))}
    </div>
  )
}
