import {
  bodyModes,
  headerModes,
  membersOfMode,
  type OperationMode,
  operationModes,
} from '@turnpike/contract/routing/overrides'
import { Button, Checkbox, Select } from 'antd'
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import fieldStyles from '../../../components/fields/fields.module.css'
import { type OperationRow, withConditions, withJson } from './body-form.ts'
import { placeOfOperation } from './body-problem.ts'
import { ConditionRows } from './condition-rows.tsx'
import { inMode } from './in-mode.ts'
import { OperationMembers } from './operation-members.tsx'
import styles from './overrides.module.css'
import { overridesText } from './overrides.text.ts'
import { markOf, type PlacedProblem } from './placed-problem.ts'

type OperationCardProps = {
  operation: OperationRow
  row: number
  count: number
  /** Of this operation. */
  problem: PlacedProblem | undefined
  onChange: (operation: OperationRow) => void
  onMove: (to: number) => void
  /** Absent when the list is full. */
  onDuplicate: (() => void) | undefined
  onRemove: () => void
}

/** One operation: its mode, the members of the mode, and its conditions. */
export function OperationCard(props: OperationCardProps) {
  const { operation, row, count, problem, onChange, onMove, onDuplicate, onRemove } = props
  const t = overridesText.use()
  const number = row + 1
  const at = placeOfOperation(row)
  const { json } = operation
  const mode = operationModes.find((each) => each === json.mode)
  const optionsOf = (modes: readonly OperationMode[]) => modes.map((value) => ({ value, label: t(value) }))
  const set = (name: string, value: unknown) => onChange({ ...operation, json: withJson(json, name, value) })
  return (
    <li className={styles.operation} data-operation={operation.id} aria-label={t('operation', { number })}>
      <div className={styles.operationHead}>
        <span className={styles.number}>{number}</span>
        <Select<string>
          {...markOf(problem, `${at}.mode`)}
          className={styles.mode ?? ''}
          data-first
          aria-label={`${t('mode')} ${number}`}
          value={mode ?? t('unknownMode', { mode: String(json.mode) })}
          popupMatchSelectWidth={false}
          listHeight={400}
          options={[
            { label: t('bodyModes'), options: optionsOf(bodyModes) },
            { label: t('headerModes'), options: optionsOf(headerModes) },
          ]}
          onChange={(next) => onChange(inMode(operation, next as OperationMode))} // one of the options
        />
        <div className={styles.buttons}>
          <Button
            type="text"
            size="small"
            icon={<ArrowUp />}
            data-move="up"
            disabled={row === 0}
            aria-label={t('moveUp', { number })}
            title={t('moveUp', { number })}
            onClick={() => onMove(row - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDown />}
            data-move="down"
            disabled={row === count - 1}
            aria-label={t('moveDown', { number })}
            title={t('moveDown', { number })}
            onClick={() => onMove(row + 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<Copy />}
            disabled={onDuplicate === undefined}
            aria-label={t('duplicate', { number })}
            title={t('duplicate', { number })}
            onClick={onDuplicate}
          />
          <Button
            type="text"
            size="small"
            icon={<Trash2 />}
            data-remove
            aria-label={t('remove', { number })}
            title={t('remove', { number })}
            onClick={onRemove}
          />
        </div>
      </div>
      {mode && <OperationMembers operation={operation} mode={mode} at={at} problem={problem} onChange={onChange} />}
      {mode && membersOfMode[mode].includes('keep_origin') && (
        <Checkbox
          checked={json.keep_origin === true}
          onChange={({ target }) => set('keep_origin', target.checked || undefined)}
        >
          {t('keepOrigin')}
        </Checkbox>
      )}
      <ConditionRows
        at={at}
        number={number}
        logic={String(json.logic ?? '').toUpperCase() === 'AND' ? 'AND' : 'OR'}
        conditions={operation.conditions}
        problem={problem}
        onLogic={(logic) => set('logic', logic === 'OR' ? undefined : logic)}
        onChange={(conditions) => onChange(withConditions(operation, conditions))}
      />
      {problem && <p className={fieldStyles.problem}>{problem.text}</p>}
    </li>
  )
}
