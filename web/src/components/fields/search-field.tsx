import { Input, type InputRef } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useDebouncedText } from '../../lib/timing/use-debounced-text.ts'
import textStyles from '../style/text.module.css'

type SearchFieldProps = {
  value: string
  /** The placeholder is the label. */
  label: string
  onSearch: (text: string) => void
  /** The main search of a page: shows the search icon, and `/` focuses it. */
  main?: boolean
  className?: string | undefined
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Reports the text after a short pause in typing; Enter reports it at once. */
export function SearchField({ value, label, onSearch, main = false, className }: SearchFieldProps) {
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
      className={className ?? ''}
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
