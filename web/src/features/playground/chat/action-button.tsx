import type { ReactNode } from 'react'
import styles from './chat.module.css'

type ActionButtonProps = { label: string; icon: ReactNode; disabled?: boolean; onClick: () => void }

/** One of the small buttons below a message. Plain, because a long conversation has more than a thousand of them. */
export const ActionButton = ({ label, icon, disabled = false, onClick }: ActionButtonProps) => (
  <button
    type="button"
    className={styles.action}
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onClick}
  >
    {icon}
  </button>
)
