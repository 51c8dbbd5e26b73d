import { Select, type SelectProps } from 'antd'
import { type MouseEvent, useState } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import type { Control } from './field.tsx'
import styles from './fields.module.css'

const chipsText = dictionary({
  more: ['{count} more', '还有 {count} 个'],
})

type ChipsSelectProps = Partial<Control> & {
  values: string[]
  options: SelectProps['options']
  onChange: (values: string[]) => void
  onBlur?: () => void
  placeholder?: string
  loading?: boolean
  /** How many chips are drawn until "n more" is pressed. */
  shown?: number
}

/** A multiple choice from a list that can be searched; a long choice is cut to "n more". */
export function ChipsSelect({ values, options, onChange, shown = 10, ...select }: ChipsSelectProps) {
  const t = chipsText.use()
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = !isOpen && values.length > shown

  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    setIsOpen(!isOpen)
  }
  const more = (words: string) => (
    // A press or a key anywhere in the select opens its list; this button must not.
    <button
      type="button"
      className={styles.more}
      onMouseDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={toggle}
    >
      {words}
    </button>
  )

  return (
    <>
      <Select<string[]>
        {...select}
        mode="multiple"
        className={styles.chips}
        value={values}
        options={options}
        onChange={onChange}
        maxTagCount={isFolded ? shown : undefined}
        maxTagPlaceholder={(left) => more(t('more', { count: left.length }))}
        style={{ width: '100%' }}
        listHeight={320}
      />
      {isOpen && values.length > shown && <div className={styles.fewer}>{more(t('fewer'))}</div>}
    </>
  )
}
