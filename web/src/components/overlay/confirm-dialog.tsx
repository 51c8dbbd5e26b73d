import { Button } from 'antd'
import type { ReactNode } from 'react'
import { commonText } from '../../lib/text/text.ts'
import layoutStyles from '../style/layout.module.css'
import { Dialog } from './dialog.tsx'
import styles from './overlay.module.css'

type ConfirmDialogProps = {
  /** A question: "Delete 4 disabled channels?" */
  title: string
  /** Says what is deleted and what is kept. */
  text: ReactNode
  /** The verb of the action: "Delete 4 channels". */
  verb: string
  /** The harmless button, where it is not Cancel. */
  cancel?: string
  /** Red, and the focus starts on Cancel: the action deletes something. */
  danger?: boolean
  busy?: boolean
  /** Below the text: a list of what changes. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action with many or lasting effects. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, verb, cancel, danger = false, busy = false, children, onConfirm, onCancel } = props
  const t = commonText.use()
  return (
    <Dialog
      width={400}
      title={title}
      closable={false}
      onCancel={onCancel}
      footer={
        <div className={layoutStyles.endButtons}>
          <Button autoFocus={danger} onClick={onCancel}>
            {cancel ?? t('cancel')}
          </Button>
          <Button type="primary" danger={danger} autoFocus={!danger} loading={busy} onClick={onConfirm}>
            {verb}
          </Button>
        </div>
      }
    >
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.list}>{children}</div>}
    </Dialog>
  )
}
