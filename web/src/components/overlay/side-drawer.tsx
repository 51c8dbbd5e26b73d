import type { DrawerProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStatus } from '../../lib/api/status.ts'
import { useFocusReturn } from '../../lib/browser/focus-return.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import textStyles from '../style/text.module.css'
import { DiscardGuard } from './discard-guard.tsx'
import styles from './overlay.module.css'

const Drawer = lazyPart<DrawerProps>(async () => (await import('./ant-overlays.tsx')).Drawer)

type Closing = {
  /** Closes at once: everything is saved. */
  close: () => void
  /** Closes, after a question where the drawer holds typed input. */
  cancel: () => void
}

type SideDrawerProps = {
  title: ReactNode
  /** The title of the window, which names the object: "Edit token ci". Left out, it is the title of the drawer. */
  windowTitle?: string
  /** Left end of the foot: the effect of the main button. */
  summary?: ReactNode
  /** Right end of the foot: Cancel, then the one primary button. */
  buttons?: (closing: Closing) => ReactNode
  /** Holds typed input: it asks before the input is discarded. */
  holdsInput?: boolean
  /** Opens with the cursor in its first field. */
  startsTyping?: boolean
  /** Has room for a preview beside its fields. */
  isWide?: boolean
  /** Called after the closing animation; the page unmounts it then. */
  onClosed: () => void
  children: ReactNode
}

const drawerWidth = 520
const wideWidth = 'min(960px, 100%)'

/**
 * Creates, edits or shows one object over its list; the whole screen on a phone. It is open as long as it is mounted. Pages
 * mount it by the value that `useOpened` reads from the address.
 */
export function SideDrawer(props: SideDrawerProps) {
  const { title, windowTitle, summary, buttons, holdsInput = false, startsTyping = false, onClosed, children } = props
  const width = props.isWide ? wideWidth : drawerWidth
  const [open, setOpen] = useState(true)
  const [isAsked, setIsAsked] = useState(false)
  const isClosing = useRef(false)
  const small = useSmallScreen()
  const body = useRef<HTMLDivElement>(null)
  useFocusReturn()
  useOverlayTitle(windowTitle ?? (typeof title === 'string' ? title : undefined))

  const close = () => {
    isClosing.current = true
    setIsAsked(false)
    setOpen(false)
  }
  const cancel = () => (holdsInput ? setIsAsked(true) : close())
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) return onClosed()
    // Only now can a field inside get the focus: until then the drawer keeps it.
    if (startsTyping) body.current?.querySelector('input')?.focus()
  }
  return (
    <>
      <Drawer
        open={open}
        title={<h2 className={styles.heading}>{title}</h2>}
        size={small ? '100%' : width}
        closable={{ placement: 'end' }}
        mask={{ blur: false }}
        classNames={{ title: textStyles.title, header: styles.header }}
        onClose={cancel}
        afterOpenChange={onOpenChange}
        footer={
          buttons && (
            <div className={styles.foot}>
              <div className={styles.summary}>{summary}</div>
              <div className={styles.buttons}>{buttons({ close, cancel })}</div>
            </div>
          )
        }
      >
        <div ref={body}>{children}</div>
      </Drawer>
      {holdsInput && (
        <DiscardGuard isAsked={isAsked} isClosing={isClosing} onDiscard={close} onKeep={() => setIsAsked(false)} />
      )}
    </>
  )
}

/** While it is drawn, the title of the window names the drawer or dialog over the page: "Edit token ci · Turnpike". */
function useOverlayTitle(title: string | undefined) {
  const name = useStatus()?.system_name || 'Turnpike'
  useEffect(() => {
    if (!title) return
    let before: string | undefined
    // A link opens page and overlay at once, and the page sets its own title after the overlay.
    const timer = setTimeout(() => {
      before = document.title
      document.title = `${title} · ${name}`
    })
    return () => {
      clearTimeout(timer)
      if (before !== undefined) document.title = before
    }
  }, [title, name])
}
