import { Button } from 'antd'
import type { ReactNode } from 'react'
import { commonText } from '../../lib/text/text.ts'
import layoutStyles from '../style/layout.module.css'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: ReactNode
  /** The verb of the action: "Refund $5.00". */
  verb: string
  busy?: boolean
  disabled?: boolean
  /** Red: the action takes something away. */
  danger?: boolean
  children: ReactNode
  onSubmit: () => void
  onCancel: () => void
}

/** A few fields before an action. Enter submits; the caller shows the problems of the fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, busy = false, disabled = false, danger = false, children, onSubmit, onCancel } = props
  const t = commonText.use()
  return (
    <Dialog width={440} title={title} onCancel={onCancel} footer={null}>
      <form
        className={layoutStyles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A form around the opener would be submitted as well: React passes events through the tree of components.
          event.stopPropagation()
          if (!busy && !disabled) onSubmit()
        }}
      >
        {children}
        <div className={layoutStyles.endButtons}>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" danger={danger} disabled={disabled} loading={busy}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
