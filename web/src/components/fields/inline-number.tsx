import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { toast } from '../overlay/toast-list.ts'
import styles from './fields.module.css'

/** The meaning of a typed text: a number, no number, or a refused input. */
export type Reading = { kind: 'number'; value: number } | { kind: 'nothing' } | { kind: 'refused'; why: string }

type InlineNumberProps = {
  /** Undefined where the field stands for several different numbers. */
  value: number | undefined
  /** Those numbers in short: "5–20". */
  several?: string
  label: string
  read: (text: string) => Reading
  /** Resolves once the page shows the new number. It shows the reason before it rejects. */
  onSave: (value: number) => Promise<unknown>
}

const flashMilliseconds = 600

/** A number in a table that becomes a field when it gets the focus: Enter or leaving saves, Esc restores. */
export function InlineNumber({ value, several, label, read, onSave }: InlineNumberProps) {
  const [draft, setDraft] = useState<string>()
  const [saving, setSaving] = useState<number>()
  const [saved, setSaved] = useState(false)
  const abandoned = useRef(false)

  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => {
      setSaved(false)
      setSaving(undefined) // by now `value` is the new number
    }, flashMilliseconds)
    return () => clearTimeout(timer)
  }, [saved])

  async function save(text: string) {
    const reading = read(text)
    if (reading.kind === 'refused') toast.error(reading.why)
    if (reading.kind !== 'number' || reading.value === value) return
    setSaved(false)
    setSaving(reading.value)
    try {
      await onSave(reading.value)
      setSaved(true)
    } catch {
      setSaving(undefined) // the old value is shown again
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    abandoned.current = event.key === 'Escape'
    event.currentTarget.blur()
  }

  const shown = String(draft ?? saving ?? value ?? '')
  return (
    <input
      className={saved ? `${styles.inline} ${styles.saved}` : styles.inline}
      aria-label={label}
      aria-busy={saving !== undefined && !saved}
      inputMode="numeric"
      autoComplete="off"
      placeholder={several}
      title={value === undefined ? several : undefined}
      value={shown}
      // A number must never be cut, however long it is.
      style={{ minWidth: `calc(${(shown || several || '').length}ch + 12px)` }}
      onFocus={(event) => {
        setDraft(event.target.value)
        event.target.select()
      }}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (draft !== undefined && !abandoned.current) save(draft.trim())
        abandoned.current = false
        setDraft(undefined)
      }}
    />
  )
}
