import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import layoutStyles from '../style/layout.module.css'
import styles from './menu-button.module.css'
import { useCloseOutside } from './use-close-outside.ts'

type MenuButtonProps = {
  /** The accessible name of the button. */
  label: string
  /** The content of the button. */
  content: ReactNode
  className?: string
  /** The panel begins below the left edge of the button, for buttons at the left of the window. */
  isAtLeft?: boolean
  /** Above the entries: the account that they act on. */
  heading?: ReactNode
  /** `MenuEntry` elements. */
  children: ReactNode
}

const step: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button that opens a menu below itself; small, so that the top bar of every page does not load Ant's menus. */
export function MenuButton({ label, content, className, isAtLeft = false, heading, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }

  useEffect(() => {
    if (!open) return
    const list = [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    ;(list.find((entry) => entry.ariaChecked === 'true') ?? list[0])?.focus()
  }, [open])
  useCloseOutside(box, open, () => setOpen(false))

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    const list = entries()
    const next = step[event.key]?.(list.indexOf(document.activeElement as HTMLElement), list.length)
    if (next === undefined) return
    event.preventDefault()
    list[next]?.focus()
  }

  return (
    <div ref={box} className={styles.box}>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {content}
      </button>
      {open && (
        <div className={`${styles.panel} ${layoutStyles.appearing} ${isAtLeft ? styles.atLeft : ''}`}>
          {heading && <div className={styles.heading}>{heading}</div>}
          <div role="menu" id={id} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown} onClick={close}>
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
