import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import fieldStyles from '../../../components/fields/fields.module.css'
import pairStyles from '../../../components/fields/pairs/pair-table.module.css'
import { useFocusLater } from '../../../components/fields/use-focus-later.ts'
import textStyles from '../../../components/style/text.module.css'
import { type FieldRow, newId } from './body-form.ts'
import { placeOfField } from './body-problem.ts'
import styles from './overrides.module.css'
import { overridesText } from './overrides.text.ts'
import { isWithin, markOf, type PlacedProblem } from './placed-problem.ts'
import { ValueInput } from './value-input.tsx'

type FieldRowsProps = {
  fields: readonly FieldRow[]
  problem: PlacedProblem | undefined
  onChange: (fields: FieldRow[]) => void
}

/** Fields that every request gets. Enter goes from the name to the value. */
export function FieldRows({ fields, problem, onChange }: FieldRowsProps) {
  const t = overridesText.use()
  const box = useRef<HTMLElement>(null)
  const titleId = useId()
  const focusLater = useFocusLater(box.current)
  const edit = (id: number, change: Partial<FieldRow>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...change } : field)))
  const labelOf = (column: 'field' | 'value', row: number) => t('cell', { column: t(column), row: row + 1 })

  function add() {
    onChange([...fields, { id: newId(fields), name: '', value: '' }])
    focusLater(`[data-cell="${fields.length} name"]`)
  }
  function remove(row: number) {
    onChange(fields.filter((_, each) => each !== row))
    const next = Math.min(row, fields.length - 2)
    focusLater(next < 0 ? '[data-add]' : `[data-remove="${next}"]`)
  }
  function onNameKey(event: KeyboardEvent, row: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault() // moves to the value instead of submitting the form
    focusLater(`[data-cell="${row} value"]`)
  }
  const isHere = fields.some((_, row) => isWithin(problem, placeOfField(row)))
  return (
    <section ref={box} aria-labelledby={titleId} className={styles.part}>
      <h3 id={titleId} className={styles.partTitle}>
        {t('fields')}
      </h3>
      <p className={textStyles.hint}>{t('fieldsHelp')}</p>
      <div className={pairStyles.table}>
        <div className={pairStyles.head} aria-hidden="true">
          <span>{t('field')}</span>
          <span>{t('value')}</span>
        </div>
        <ul>
          {fields.map((field, row) => (
            <li key={field.id} className={`${pairStyles.row} ${styles.fieldRow}`}>
              <Input
                {...markOf(problem, `${placeOfField(row)}.name`)}
                className={pairStyles.name ?? ''}
                aria-label={labelOf('field', row)}
                data-cell={`${row} name`}
                placeholder="temperature"
                autoComplete="off"
                spellCheck={false}
                value={field.name}
                onChange={({ target }) => edit(field.id, { name: target.value })}
                onKeyDown={(event) => onNameKey(event, row)}
              />
              <div className={pairStyles.value}>
                <ValueInput
                  {...markOf(problem, `${placeOfField(row)}.value`)}
                  aria-label={labelOf('value', row)}
                  data-cell={`${row} value`}
                  placeholder="0.7"
                  value={field.value}
                  onChange={(value) => edit(field.id, { value })}
                />
              </div>
              <Button
                type="text"
                icon={<X />}
                className={pairStyles.remove ?? ''}
                data-remove={row}
                aria-label={t('removeRow', { row: row + 1 })}
                title={t('removeRow', { row: row + 1 })}
                onClick={() => remove(row)}
              />
            </li>
          ))}
        </ul>
        <Button type="text" icon={<Plus />} className={pairStyles.add ?? ''} data-add onClick={add}>
          {t('addField')}
        </Button>
      </div>
      {isHere && <p className={fieldStyles.problem}>{problem?.text}</p>}
    </section>
  )
}
