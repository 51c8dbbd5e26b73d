import { type ReactNode, useId } from 'react'
import { commonText } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import { ChangedDot } from './changed-dot.tsx'
import styles from './fields.module.css'

/** The props that tie a control to its label, help and problem, also for screen readers. */
export type Control = {
  id: string
  status: 'error' | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  onBlur: (() => void) | undefined
}

export type FieldProps = {
  label: string
  optional?: boolean
  /** How many values the control holds, where that is useful. */
  count?: number
  /** Right end of the label's row: small buttons, or the stored value. */
  extra?: ReactNode
  help?: ReactNode
  /** Shown instead of the help. */
  problem?: string | undefined
  /** Shows the amber dot of an unsaved change. */
  isChanged?: boolean
  /** `number`: as wide as a figure needs. */
  width?: 'full' | 'number'
  /** Called when the control loses the focus, to check the field. */
  onBlur?: () => void
}

/** A label above its control, help or the problem below it: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. */
export function Field(props: FieldProps & { children: (control: Control) => ReactNode }) {
  const { label, optional, count, extra, help, problem, isChanged, width = 'full', onBlur, children } = props
  const t = commonText.use()
  const id = useId()
  const below = problem ?? help
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {isChanged && <ChangedDot />}
        {count ? <span className={textStyles.quietSmall}>{count}</span> : null}
        {optional && <span className={textStyles.quietSmall}>{t('optional')}</span>}
        {extra && <div className={styles.extra}>{extra}</div>}
      </div>
      <div className={width === 'number' ? styles.number : undefined}>
        {children({
          id,
          status: problem === undefined ? undefined : 'error',
          'aria-describedby': below ? `${id}-below` : undefined,
          'aria-invalid': problem === undefined ? undefined : true,
          onBlur,
        })}
      </div>
      {below && (
        <div id={`${id}-below`} className={problem ? styles.problem : styles.help}>
          {below}
        </div>
      )}
    </div>
  )
}

/** The props of a field and its control in one: those of the field, then those of the control. */
export function splitField<Props extends FieldProps>(props: Props) {
  const { label, optional, count, extra, help, problem, isChanged, width, onBlur, ...control } = props
  return [{ label, optional, count, extra, help, problem, isChanged, width, onBlur }, control] as const
}
