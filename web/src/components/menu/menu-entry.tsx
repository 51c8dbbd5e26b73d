import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './menu-button.module.css'

type MenuEntryProps = {
  icon?: ReactNode
  children: ReactNode
  /** One of several choices; the chosen one has a check mark. */
  checked?: boolean
} & ({ to: string; onSelect?: undefined } | { to?: undefined; onSelect: () => void })

/** One line of a menu: an action, a choice or a link. */
export function MenuEntry({ icon, children, checked, to, onSelect }: MenuEntryProps) {
  const content = (
    <>
      {icon}
      <span className={styles.words}>{children}</span>
      {checked && <Check className={styles.check} aria-hidden />}
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} className={styles.entry} role="menuitem" tabIndex={-1}>
        {content}
      </Link>
    )
  }
  const button = { type: 'button', className: styles.entry, tabIndex: -1, onClick: onSelect } as const
  if (checked === undefined) {
    return (
      <button {...button} role="menuitem">
        {content}
      </button>
    )
  }
  return (
    <button {...button} role="menuitemradio" aria-checked={checked}>
      {content}
    </button>
  )
}
