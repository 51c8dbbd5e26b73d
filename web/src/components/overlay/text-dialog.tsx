import { Button } from 'antd'
import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { commonText } from '../../lib/text/text.ts'
import { copy } from '../copy/copy.ts'
import textStyles from '../style/text.module.css'
import { Dialog } from './dialog.tsx'
import styles from './overlay.module.css'

type TextDialogProps = {
  /** The name of the text: "Prompt". */
  name: string
  text: string
  /** JSON and the like: in the monospaced face. */
  isCode?: boolean
  /** One grey line below the text. */
  note?: ReactNode
  /** Called after the closing animation; the caller unmounts it then. */
  onClosed: () => void
}

/** A text too long for its cell, with a button that copies it. It is open as long as it is mounted. */
export function TextDialog({ name, text, isCode = false, note, onClosed }: TextDialogProps) {
  const t = commonText.use()
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      width={560}
      title={name}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      footer={
        <Button icon={<Copy />} autoFocus onClick={() => copy(text, name)}>
          {t('copy')}
        </Button>
      }
    >
      <section
        className={isCode ? `${styles.textDialogText} ${textStyles.mono}` : styles.textDialogText}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
        tabIndex={0}
      >
        {text}
      </section>
      {note && <p className={styles.note}>{note}</p>}
    </Dialog>
  )
}
