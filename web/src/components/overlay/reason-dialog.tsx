import { isReason } from '@turnpike/contract/money/refund'
import { type ReactNode, useState } from 'react'
import { ReasonField } from '../fields/reason-field.tsx'
import textStyles from '../style/text.module.css'
import { FormDialog } from './form-dialog.tsx'

type ReasonDialogProps = {
  title: string
  text: ReactNode
  verb: string
  busy: boolean
  danger?: boolean
  /** The usual reasons of the act, and who reads the reason; see `ReasonField`. */
  choices?: readonly string[]
  help?: string
  /** False where a field above the reason is wrong. */
  isReady?: boolean
  children?: ReactNode
  onSubmit: (reason: string) => void
  /** Called where something is wrong, so that it can be shown. */
  onCheck?: () => void
  onClose: () => void
}

/** A dialog that asks for the reason of an act. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, verb, busy, danger = false, isReady = true, children, onSubmit, onCheck, onClose } = props
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  function submit() {
    if (isReady && isReason(reason.trim())) return onSubmit(reason.trim())
    setChecked(true)
    onCheck?.()
  }
  return (
    <FormDialog title={title} verb={verb} busy={busy} danger={danger} onSubmit={submit} onCancel={onClose}>
      <p className={textStyles.secondary}>{text}</p>
      {children}
      <ReasonField
        value={reason}
        onChange={setReason}
        isChecked={isChecked}
        choices={props.choices}
        help={props.help}
      />
    </FormDialog>
  )
}
