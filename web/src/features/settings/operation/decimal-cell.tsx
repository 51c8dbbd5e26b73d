import { type KeyboardEvent, useRef, useState } from 'react'
import { toast } from '../../../components/overlay/toast-list.ts'
import { blankAfter } from './decimal-places.ts'
import styles from './operation.module.css'

type DecimalCellProps<State> = {
  /** The current number, without the sign. */
  value: string
  /** The same as it is shown while it has no focus, if it is shorter. */
  listed?: string
  sign?: string
  label: string
  /** Differs from the stored number. */
  isChanged: boolean
  /** Takes the typed text, or returns its problem. */
  onType: (text: string) => string | undefined
  /** Called with the typed text when the field is left; returns whether the user is asked about it. */
  onLeave?: (text: string) => boolean
  /** The most decimals in the column. The cell aligns its decimal point with the others. */
  decimals?: number
  /** Everything that typing may change, for `onRestore`. */
  state: State
  onRestore: (state: State) => void
}

/**
 * A number in a table that becomes a field when it gets the focus. Dependent cells follow every key; Esc restores the
 * state before, and so does leaving the field with a text that is no number.
 */
export function DecimalCell<State>(props: DecimalCellProps<State>) {
  const { value, listed = value, sign = '', label, isChanged, decimals = 0, onType, onLeave, state, onRestore } = props
  const [hasFocus, setHasFocus] = useState(false)
  const shown = hasFocus ? value : listed
  const blank = hasFocus ? 0 : blankAfter(listed, decimals)
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const before = useRef(state)

  function type(text: string) {
    setTyped(text)
    setProblem(onType(text))
  }
  function leave() {
    setHasFocus(false)
    const isAsked = typed !== undefined && onLeave?.(typed) === true
    if (problem !== undefined) {
      onRestore(before.current)
      if (!isAsked) toast.error(problem)
    }
    setTyped(undefined)
    setProblem(undefined)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault() // takes the number and does not submit the form
      event.currentTarget.blur()
    }
    if (event.key === 'Escape') {
      onRestore(before.current)
      setTyped(undefined)
      setProblem(undefined)
    }
  }
  return (
    <input
      className={isChanged ? `${styles.decimal} ${styles.changed}` : styles.decimal}
      style={blank > 0 ? { paddingRight: `calc(5px + ${blank}em)` } : undefined}
      aria-label={label}
      aria-invalid={problem === undefined ? undefined : true}
      data-refused={problem === undefined ? undefined : true}
      inputMode="decimal"
      autoComplete="off"
      title={problem ?? (listed === value ? undefined : sign + value)}
      value={typed ?? sign + shown}
      onFocus={({ target }) => {
        before.current = state
        setHasFocus(true)
        requestAnimationFrame(() => document.activeElement === target && target.select()) // the whole number is there by then
      }}
      onChange={(event) => type(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={leave}
    />
  )
}
