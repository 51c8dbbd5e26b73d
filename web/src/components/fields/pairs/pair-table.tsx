import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../buttons/quiet-button.tsx'
import { Field, type FieldProps } from '../field.tsx'
import { useFocusLater } from '../use-focus-later.ts'
import { pairText } from './pair.text.ts'
import type { PairFieldProps } from './pair-field-props.ts'
import styles from './pair-table.module.css'
import { isSameJson, type Pair, readPairs, rowProblem, writePairs } from './pair-text.ts'

type PairTableProps = Pick<
  PairFieldProps,
  'value' | 'shape' | 'columns' | 'add' | 'template' | 'emptyText' | 'wrongCell' | 'onChange'
> & {
  field: FieldProps
  viewSwitch: ReactNode
  /** The text was changed elsewhere to one that no table can show. */
  onUnreadable: () => void
}

const cells = ['name', 'value'] as const
const isBlank = ({ name, value }: Pair) => name.trim() === '' && value.trim() === ''

/** The pairs row by row. Enter goes to the next cell, and after the last one to a new row. */
export function PairTable(props: PairTableProps) {
  const { value, shape, columns, add, template, emptyText, wrongCell, field, viewSwitch, onChange, onUnreadable } =
    props
  const t = pairText.use()
  const box = useRef<HTMLDivElement>(null)
  // Rows are kept as they are typed: the text cannot hold a row without a name.
  const [typed, setTyped] = useState<{ text: string; pairs: Pair[] }>()
  const stored = readPairs(value, shape)
  const isOwn = typed !== undefined && isSameJson(typed.text, value)
  const pairs = isOwn ? typed.pairs : (stored ?? [])
  const isUnreadable = !isOwn && stored === undefined
  useEffect(() => {
    if (isUnreadable) onUnreadable()
  })
  const focusLater = useFocusLater(box.current)

  const own = rowProblem(pairs, shape)
  const ownWords = own?.kind === 'repeated' ? t('repeated', { name: pairs[own.row]?.name.trim() ?? '' }) : t('missing')
  const problem = field.problem && own ? ownWords : field.problem
  const wrongIn = (row: number, pair: Pair) => {
    if (problem === undefined || isBlank(pair)) return undefined
    return own ? (own.row === row ? 'name' : undefined) : wrongCell?.(pair)
  }

  function change(next: Pair[]) {
    const text = emptyText !== undefined && next.every(isBlank) ? emptyText : writePairs(next, shape)
    setTyped({ text, pairs: next })
    onChange(text)
  }
  function addRow() {
    change([...pairs, { name: '', value: '' }])
    focusLater(`[data-cell="${pairs.length} name"]`)
  }
  function remove(row: number) {
    change(pairs.filter((_, each) => each !== row))
    const next = Math.min(row, pairs.length - 2)
    focusLater(next < 0 ? '[data-add]' : `[data-remove="${next}"]`)
  }
  function onKeyDown(event: KeyboardEvent, row: number, cell: keyof Pair) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault() // moves to the next cell instead of submitting the form
    if (cell === 'name') focusLater(`[data-cell="${row} value"]`)
    else if (row < pairs.length - 1) focusLater(`[data-cell="${row + 1} name"]`)
    else addRow()
  }

  const example = readPairs(JSON.stringify(template), shape)?.[0]
  return (
    <Field {...field} problem={problem} extra={viewSwitch}>
      {({ id, 'aria-describedby': describedBy, onBlur }) => (
        // biome-ignore lint/a11y/useSemanticElements: the fields of a table, not a fieldset with a legend of its own
        <div
          ref={box}
          role="group"
          aria-label={field.label}
          aria-describedby={describedBy}
          className={`${styles.table} ${styles[shape]}`}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
          }}
        >
          <div className={styles.head} aria-hidden="true">
            {cells.map((cell) => (
              <span key={cell}>{columns[cell]}</span>
            ))}
          </div>
          <ul>
            {pairs.map((pair, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
              <li key={row} className={styles.row}>
                {cells.map((cell) => (
                  <Input
                    key={cell}
                    id={row === 0 && cell === 'name' ? id : undefined}
                    className={styles[cell]}
                    aria-label={t('cell', { column: columns[cell], row: row + 1 })}
                    aria-invalid={wrongIn(row, pair) === cell || undefined}
                    status={wrongIn(row, pair) === cell ? 'error' : undefined}
                    data-cell={`${row} ${cell}`}
                    inputMode={shape === 'numbers' && cell === 'value' ? 'decimal' : undefined}
                    placeholder={example?.[cell]}
                    autoComplete="off"
                    spellCheck={false}
                    value={pair[cell]}
                    onChange={({ target }) =>
                      change(pairs.map((each, index) => (index === row ? { ...each, [cell]: target.value } : each)))
                    }
                    onKeyDown={(event) => onKeyDown(event, row, cell)}
                  />
                ))}
                <IconButton
                  size="middle"
                  icon={<X />}
                  label={t('remove', { row: row + 1 })}
                  className={styles.remove}
                  data-remove={row}
                  onClick={() => remove(row)}
                />
              </li>
            ))}
          </ul>
          <Button type="text" icon={<Plus />} className={styles.add} data-add onClick={addRow}>
            {add}
          </Button>
        </div>
      )}
    </Field>
  )
}
