import layoutStyles from '../style/layout.module.css'
import styles from './fields.module.css'

type Choice<Value> = { value: Value; label: string }

type ChoiceChipsProps<Value> = {
  /** The name of the choices: "Quota presets". */
  label: string
  choices: readonly Choice<Value>[]
  /** The choice that equals the field's value, if there is one. */
  chosen?: Value
  disabled?: boolean
  onChoose: (value: Value) => void
}

/** Usual values beside a field, one click each. */
export function ChoiceChips<Value extends string | number>(props: ChoiceChipsProps<Value>) {
  const { label, choices, chosen, disabled = false, onChoose } = props
  return (
    <fieldset className={layoutStyles.chips} aria-label={label} disabled={disabled}>
      {choices.map(({ value, label: words }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
