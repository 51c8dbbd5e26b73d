import { CircleAlert, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './banner.module.css'
import { stateText } from './state.text.ts'

type BannerProps = {
  tone: 'info' | 'warning' | 'error'
  /** The message, in one sentence. */
  children: ReactNode
  /** Links and buttons that resolve it. */
  actions?: ReactNode
  onClose?: () => void
}

const icons = { info: CircleAlert, warning: TriangleAlert, error: TriangleAlert }

/** A standing message above the page: it takes room of its own and covers nothing. */
export function Banner({ tone, children, actions, onClose }: BannerProps) {
  const t = stateText.use()
  const id = useId()
  const Icon = icons[tone]
  return (
    <section className={`${styles.banner} ${styles[tone]}`} aria-labelledby={id}>
      <Icon className={styles.icon} aria-hidden />
      <div id={id} className={styles.words}>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {onClose && (
        <button type="button" className={styles.close} aria-label={t('closeBanner')} onClick={onClose}>
          <X aria-hidden />
        </button>
      )}
    </section>
  )
}
