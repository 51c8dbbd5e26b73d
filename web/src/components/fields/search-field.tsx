import { Input, type InputRef } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSettled } from '../../lib/timing/use-debounced-text.ts'
import styles from './search-field.module.css'

type SearchFieldProps = {
  value: string
  /** The placeholder is the label. */
  label: string
  onSearch: (text: string) => void
  /** The main search of a page: carries the glass, and `/` leads to it. */
  main?: boolean
  className?: string | undefined
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Filters while a person types, after a short pause; Enter does it at once. */
export function SearchField({ value, label, onSearch, main = false, className }: SearchFieldProps) {
  const { text, set, settle } = useSettled(value, onSearch)
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
      className={className ?? ''}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      maxLength={200}
      allowClear
      prefix={main && <Search className={styles.glass} aria-hidden />}
      value={text}
      onChange={(event) => set(event.target.value)}
      onPressEnter={(event) => {
        event.preventDefault() // a form around it is not finished by a search
        settle(text)
      }}
    />
  )
}
