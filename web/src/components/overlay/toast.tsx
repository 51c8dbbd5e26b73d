import { CircleAlert, CircleCheck, CircleX, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dictionary } from '../../lib/text/text.ts'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './toast.module.css'
import { closeToast, type Toast, type ToastKind, toasts } from './toast-list.ts'

const toastText = dictionary({ region: ['Messages', '消息'] })

const icons = { success: CircleCheck, info: CircleAlert, warning: TriangleAlert, error: CircleX } satisfies Record<
  ToastKind,
  unknown
>

/** A toast with a button stays long enough to reach it. */
const shownMilliseconds = (hasAction: boolean) => (hasAction ? 8000 : 3000)

/** Draws the toasts bottom right, where pages have no actions, above bars of buttons, newest last. Mounted once. */
export function Toaster() {
  const t = toastText.use()
  const shownToasts = toasts.use()
  const region = useRef<HTMLElement>(null)
  const isShown = shownToasts.length > 0
  useEffect(() => {
    if (!isShown || !region.current) return
    const { current } = region
    // Fetched with the first toast: the sign-in page rarely shows one.
    const placing = import('./toast-place.ts').then(({ keepPlaced }) => keepPlaced(current))
    return () => void placing.then((stop) => stop())
  }, [isShown])
  return (
    <section ref={region} className={styles.region} aria-label={t('region')}>
      {shownToasts.map((shown) => (
        <ToastCard key={shown.id} toast={shown} close={t('close')} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, kind, text, detail, link, action, stays }, close }: { toast: Toast; close: string }) {
  const [hovered, setHovered] = useState(false)
  useEffect(() => {
    if (stays || hovered) return
    const timer = setTimeout(() => closeToast(id), shownMilliseconds(action !== undefined))
    return () => clearTimeout(timer)
  }, [id, stays, hovered, action])
  const Icon = icons[kind]
  return (
    // Hovering keeps the toast open while it is read.
    <div
      className={`${styles.toast} ${layoutStyles.appearing}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <Icon className={styles[kind]} aria-hidden />
      <div className={`${layoutStyles.growing} ${textStyles.shrinkingAnywhere}`}>
        <p>{text}</p>
        {(detail || link) && (
          <p className={textStyles.secondary}>
            {detail} {link && <Link to={link.to}>{link.text}</Link>}
          </p>
        )}
      </div>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            closeToast(id)
            action.onPress()
          }}
        >
          {action.text}
        </button>
      )}
      {stays && (
        <button
          type="button"
          className={`${styles.close} ${layoutStyles.iconButton}`}
          aria-label={close}
          onClick={() => closeToast(id)}
        >
          <X />
        </button>
      )}
    </div>
  )
}
