import {
  type ConditionLogic,
  conditionLogics,
  conditionModes,
  overrideBounds,
} from '@turnpike/contract/routing/overrides'
import { Button, Checkbox, Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFocusLater } from '../../../components/fields/use-focus-later.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import { type JsonRow, newId, textIn, typedValue, withJson, withTypedValue } from './body-form.ts'
import { placeOfCondition } from './body-problem.ts'
import styles from './overrides.module.css'
import { overridesText } from './overrides.text.ts'
import { markOf, type PlacedProblem } from './placed-problem.ts'
import { ValueInput } from './value-input.tsx'

type ConditionRowsProps = {
  /** The place of the operation. */
  at: string
  number: number
  logic: ConditionLogic
  conditions: readonly JsonRow[]
  problem: PlacedProblem | undefined
  onLogic: (logic: ConditionLogic) => void
  onChange: (conditions: JsonRow[]) => void
}

/** When an operation is carried out. */
export function ConditionRows({ at, number, logic, conditions, problem, onLogic, onChange }: ConditionRowsProps) {
  const t = overridesText.use()
  const box = useRef<HTMLFieldSetElement>(null)
  const focusLater = useFocusLater(box.current)

  function add() {
    const id = newId(conditions)
    onChange([...conditions, { id, json: { path: '', mode: 'full' } }])
    focusLater(`[data-condition="${id}"] input`)
  }
  function remove(row: number) {
    onChange(conditions.toSpliced(row, 1))
    const next = conditions[row + 1] ?? conditions[row - 1]
    focusLater(next ? `[data-condition="${next.id}"] [data-remove]` : '[data-add-condition]')
  }
  return (
    <fieldset
      ref={box}
      className={`${layoutStyles.looseCard} ${styles.conditions}`}
      aria-label={t('logic', { number })}
    >
      {conditions.length > 0 && (
        <div className={`${layoutStyles.row} ${styles.conditionsHead}`}>
          <span>{t('conditions')}</span>
          {conditions.length > 1 && (
            <Select<ConditionLogic>
              {...markOf(problem, `${at}.logic`)}
              size="small"
              aria-label={t('logic', { number })}
              value={logic}
              popupMatchSelectWidth={false}
              options={conditionLogics.map((value) => ({ value, label: t(value) }))}
              onChange={onLogic}
            />
          )}
        </div>
      )}
      {conditions.map((condition, row) => (
        <ConditionRow
          key={condition.id}
          condition={condition}
          at={placeOfCondition(at, row)}
          row={row + 1}
          problem={problem}
          onChange={(changed) => onChange(conditions.with(row, changed))}
          onRemove={() => remove(row)}
        />
      ))}
      <div>
        <Button
          type="text"
          size="small"
          icon={<Plus />}
          data-add-condition
          disabled={conditions.length >= overrideBounds.conditionsMax}
          onClick={add}
        >
          {t('addCondition')}
        </Button>
      </div>
    </fieldset>
  )
}

type ConditionRowProps = {
  condition: JsonRow
  at: string
  row: number
  problem: PlacedProblem | undefined
  onChange: (condition: JsonRow) => void
  onRemove: () => void
}

function ConditionRow({ condition, at, row, problem, onChange, onRemove }: ConditionRowProps) {
  const t = overridesText.use()
  const { json } = condition
  const set = (name: string, value: unknown) => onChange({ ...condition, json: withJson(json, name, value) })
  const mode = textIn(json, 'mode').toLowerCase()
  const labelOf = (column: string) => t('cell', { column, row })
  return (
    <div className={styles.condition} data-condition={condition.id}>
      <Input
        {...markOf(problem, `${at}.path`)}
        className={monoFieldStyles.mono ?? ''}
        aria-label={labelOf(t('path'))}
        placeholder="model"
        autoComplete="off"
        spellCheck={false}
        value={textIn(json, 'path')}
        onChange={({ target }) => set('path', target.value)}
      />
      <Select<string>
        {...markOf(problem, `${at}.mode`)}
        aria-label={labelOf(t('comparison'))}
        value={mode}
        popupMatchSelectWidth={false}
        options={conditionModes.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => set('mode', next)}
      />
      <ValueInput
        {...markOf(problem, `${at}.value`)}
        aria-label={labelOf(t('value'))}
        placeholder="gpt-5"
        value={typedValue(condition)}
        onChange={(typed) => onChange(withTypedValue(condition, typed))}
      />
      <Button
        type="text"
        icon={<X />}
        data-remove
        aria-label={t('removeCondition', { row })}
        title={t('removeCondition', { row })}
        onClick={onRemove}
      />
      <div className={styles.flags}>
        <Checkbox checked={json.invert === true} onChange={({ target }) => set('invert', target.checked || undefined)}>
          {t('invert')}
        </Checkbox>
        <Checkbox
          checked={json.pass_missing_key === true}
          onChange={({ target }) => set('pass_missing_key', target.checked || undefined)}
        >
          {t('passMissing')}
        </Checkbox>
      </div>
    </div>
  )
}
