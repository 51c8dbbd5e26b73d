import { Drawer } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import styles from './side-drawer.module.css'

type SideDrawerProps = {
  title: ReactNode
  /** Left end of the foot: what the main button will do. */
  summary?: ReactNode
  /** Right end of the foot: Cancel, then the one primary button. Gets the function that closes the drawer. */
  buttons?: (close: () => void) => ReactNode
  /** Holds typed input, which a stray click must not discard: only ✕, Cancel and Esc close it. */
  holdsInput?: boolean
  /** Opens with the cursor in its first field. */
  startsTyping?: boolean
  /** Called after the closing animation; the page unmounts it then. */
  onClosed: () => void
  children: ReactNode
}

const drawerWidth = 520

/** Creates or edits one object over its list; the whole screen on a phone. It is open as long as it is mounted. */
export function SideDrawer(props: SideDrawerProps) {
  const { title, summary, buttons, holdsInput = false, startsTyping = false, onClosed, children } = props
  const [open, setOpen] = useState(true)
  const small = useSmallScreen()
  const body = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) return onClosed()
    // Only now can a field inside get the focus: until then the drawer keeps it.
    if (startsTyping) body.current?.querySelector('input')?.focus()
  }
  return (
    <Drawer
      open={open}
      title={title}
      size={small ? '100%' : drawerWidth}
      closable={{ placement: 'end' }}
      mask={{ closable: !holdsInput, blur: false }}
      classNames={{ title: styles.title, header: styles.header }}
      onClose={close}
      afterOpenChange={onOpenChange}
      footer={
        buttons && (
          <div className={styles.foot}>
            <div className={styles.summary}>{summary}</div>
            <div className={styles.buttons}>{buttons(close)}</div>
          </div>
        )
      }
    >
      <div ref={body}>{children}</div>
    </Drawer>
  )
}
