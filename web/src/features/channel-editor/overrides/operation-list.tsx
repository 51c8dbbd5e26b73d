import { overrideBounds } from '@turnpike/contract/routing/overrides'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { useFocusLater } from '../../../components/fields/use-focus-later.ts'
import textStyles from '../../../components/style/text.module.css'
import { newId, type OperationRow, operationRow } from './body-form.ts'
import { placeOfOperation } from './body-problem.ts'
import { OperationCard } from './operation-card.tsx'
import styles from './overrides.module.css'
import { overridesText } from './overrides.text.ts'
import { isWithin, type PlacedProblem } from './placed-problem.ts'

type OperationListProps = {
  operations: readonly OperationRow[]
  problem: PlacedProblem | undefined
  onChange: (operations: OperationRow[]) => void
}

/** The operations in their order. The focus stays with the operation that a button changed. */
export function OperationList({ operations, problem, onChange }: OperationListProps) {
  const t = overridesText.use()
  const box = useRef<HTMLElement>(null)
  const titleId = useId()
  const focusLater = useFocusLater(box.current)
  const isFull = operations.length >= overrideBounds.operationsMax
  const inserted = (row: number, operation: OperationRow) => operations.toSpliced(row, 0, operation)

  function add() {
    const operation = operationRow({ mode: 'set', path: '' }, newId(operations))
    onChange([...operations, operation])
    focusLater(`[data-operation="${operation.id}"] [data-first]`)
  }
  function duplicate(row: number, { json }: OperationRow) {
    const operation = operationRow(json, newId(operations))
    onChange(inserted(row + 1, operation))
    focusLater(`[data-operation="${operation.id}"] [data-first]`)
  }
  function move(row: number, operation: OperationRow, to: number) {
    onChange(operations.toSpliced(row, 1).toSpliced(to, 0, operation))
    // The button of the direction is disabled at the end of the list.
    const isAtEnd = to === 0 || to === operations.length - 1
    const button = to < row !== isAtEnd ? 'up' : 'down'
    focusLater(`[data-operation="${operation.id}"] [data-move="${button}"]`)
  }
  function remove(row: number) {
    onChange(operations.toSpliced(row, 1))
    const next = operations[row + 1] ?? operations[row - 1]
    focusLater(next ? `[data-operation="${next.id}"] [data-remove]` : '[data-add]')
  }
  return (
    <section ref={box} aria-labelledby={titleId} className={styles.part}>
      <h3 id={titleId} className={styles.partTitle}>
        {t('operations')}
      </h3>
      <p className={textStyles.hint}>{t('operationsHelp')}</p>
      {operations.length > 0 && (
        <ol className={styles.operations}>
          {operations.map((operation, row) => (
            <OperationCard
              key={operation.id}
              operation={operation}
              row={row}
              count={operations.length}
              problem={isWithin(problem, placeOfOperation(row)) ? problem : undefined}
              onChange={(changed) => onChange(operations.with(row, changed))}
              onMove={(to) => move(row, operation, to)}
              onDuplicate={isFull ? undefined : () => duplicate(row, operation)}
              onRemove={() => remove(row)}
            />
          ))}
        </ol>
      )}
      <div>
        <Button size="small" icon={<Plus />} data-add disabled={isFull} onClick={add}>
          {t('addOperation')}
        </Button>
      </div>
    </section>
  )
}
