import styles from './fields.module.css'

type TickProps = {
  label: string
  isTicked: boolean
  /** Some of its rows are ticked. */
  isSome?: boolean
  /** Absent where the list around it handles the click. */
  onTick?: () => void
}

/** A checkbox for lists of hundreds of rows, where Ant's would take most of the time to draw them. */
export function Tick({ label, isTicked, isSome = false, onTick }: TickProps) {
  return (
    <input
      type="checkbox"
      className={styles.tick}
      aria-label={label}
      checked={isTicked}
      ref={(box) => {
        if (box) box.indeterminate = isSome
      }}
      {...(onTick ? { onChange: onTick } : { readOnly: true })}
    />
  )
}
