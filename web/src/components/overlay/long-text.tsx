import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import styles from './overlay.module.css'

// Lazy: a dialog is a tenth of a page, and most people never open it.
const TextDialog = lazyPart(async () => (await import('./text-dialog.tsx')).TextDialog)

type LongTextProps = {
  /** The name of the text: "Prompt". */
  name: string
  text: string
  /** The visible part, where that is not the beginning. */
  children?: ReactNode
  isCode?: boolean
  note?: ReactNode
  /** On hover, instead of the beginning. */
  title?: string
  /** Three lines instead of one, for cards. */
  wraps?: boolean
  className?: string | undefined
}

/** More than any cell shows; the rest need not be drawn for every row. */
const shownMax = 300

/** The beginning of a text; a click shows all of it. */
export function LongText({ name, text, children, isCode, note, title, wraps = false, className }: LongTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!text) return null
  const beginning = text.slice(0, shownMax)
  const classNames = [styles.opener, wraps && styles.lines, className].filter(Boolean).join(' ')
  return (
    <>
      <button
        type="button"
        className={classNames}
        title={title ?? beginning}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {children ?? beginning}
      </button>
      {isOpen && (
        <TextDialog name={name} text={text} isCode={isCode ?? false} note={note} onClosed={() => setIsOpen(false)} />
      )}
    </>
  )
}
