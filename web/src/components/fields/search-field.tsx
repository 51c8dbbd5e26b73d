import { Input, type InputRef } from 'antd'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import textStyles from '../style/text.module.css'
import filterStyles from './filter-row.module.css'

type SearchFieldProps = {
  value: string
  /** The placeholder is the label. */
  label: string
  onSearch: (text: string) => void
  /** The main search of a page: shows the search icon, and `/` focuses it. */
  main?: boolean
  className?: string | undefined
  /** The width in a row of filters; the field shrinks where there is no room. */
  width?: number
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Reports the text after a short pause in typing; Enter reports it at once. */
export function SearchField({ value, label, onSearch, main = false, className, width }: SearchFieldProps) {
  const { text, set, flush } = useDebouncedText(value, onSearch)
  const field = useRef<InputRef>(null)

  useEffect(() => {
    if (!main) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [main])

  return (
    <Input
      ref={field}
      className={className ?? (width ? filterStyles.sized : '') ?? ''}
      style={width ? { flexBasis: width } : {}}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      maxLength={200}
      allowClear
      prefix={main && <Search className={textStyles.quiet} aria-hidden />}
      value={text}
      onChange={(event) => set(event.target.value)}
      onPressEnter={(event) => {
        event.preventDefault() // a search must not submit the form around it
        flush(text)
      }}
    />
  )
}

/**
 * The text of a field whose changes are reported after a pause in typing: `set` waits for the pause, `flush` reports at
 * once. When the value is changed from outside (filters cleared, the back button), the text becomes that value.
 */
function useDebouncedText(value: string, onChange: (text: string) => void, delayMilliseconds = 300) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reported = useRef(value)
  const latestOnChange = useRef(onChange)
  useEffect(() => {
    latestOnChange.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  // The value arrives a moment after it was reported; text typed in between must not be lost.
  useEffect(() => {
    const last = reported.current
    reported.current = value
    setTyped((now) => (now === last || now === value ? undefined : now))
  }, [value])

  const flush = useCallback((text: string) => {
    clearTimeout(timer.current)
    if (text === reported.current) return
    reported.current = text
    latestOnChange.current(text)
  }, [])
  const set = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      setTyped(text)
      timer.current = setTimeout(() => flush(text), delayMilliseconds)
    },
    [flush, delayMilliseconds],
  )
  return { text: typed ?? value, set, flush }
}
