import { ChevronRight } from 'lucide-react'
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useRef } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import { Tick } from '../fields/tick.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './long-table.module.css'
import { ariaSortOf, type SortDirection } from './sort-title.tsx'
import { useVisibleRows } from './use-visible-rows.ts'

const longTableText = dictionary({
  all: ['Select all', '全选'],
  open: ['Details', '详情'],
  select: ['Select {name}', '选择 {name}'],
  details: ['Details of {name}', '{name} 的详情'],
})

const rowHeight = 36

export type LongColumn<Row> = {
  key: string
  title: ReactNode
  /** Every column has a width but one. */
  width?: number
  align?: 'right'
  sorted?: SortDirection | undefined
  render: (row: Row) => ReactNode
}

type LongTableProps<Row> = {
  rows: readonly Row[]
  columns: readonly LongColumn<Row>[]
  /** The name of a row, which is also its key unless rows have keys of their own. */
  nameOf: (row: Row) => string
  keyOf?: (row: Row) => string
  /** The key of the row that the keyboard acts on. */
  current?: string | undefined
  rowClassName: (row: Row) => string | undefined
  /** Everything besides the row that its cells are drawn from. Rows are drawn again when it changes. */
  drawnFor: string
  /** The keys of the selected rows. */
  selected: readonly string[]
  onSelect: (keys: string[]) => void
  onOpen: (row: Row) => void
}

/**
 * All rows of a list without pages. Only those near the window are drawn, each once, so that a thousand rows scroll like
 * twenty. It does not scroll sideways: narrow windows need another view.
 */
export function LongTable<Row extends object>(props: LongTableProps<Row>) {
  const { rows, columns, nameOf, keyOf = nameOf, current, rowClassName, drawnFor, selected, onSelect, onOpen } = props
  const t = longTableText.use()
  const sheet = useRef<HTMLDivElement>(null)
  const { first, end, room } = useVisibleRows(sheet, rowHeight, rows.length)
  const chosen = new Set(selected)
  const isAll = rows.every((row) => chosen.has(keyOf(row)))
  const isSome = !isAll && selected.length > 0

  /** Rows have no handlers of their own, so that they need not be drawn again when the handlers change. */
  function onClick({ target }: MouseEvent<HTMLElement>) {
    const element = target as Element
    const row = rows[Number(element.closest('tr')?.dataset.index)]
    if (!row) return
    const key = keyOf(row)
    if (element.matches('input'))
      onSelect(chosen.has(key) ? selected.filter((each) => each !== key) : [...selected, key])
    else if (element.closest('[data-open]') || !element.closest('a, button, label')) onOpen(row)
  }
  return (
    <div ref={sheet} className={styles.sheet} style={room as CSSProperties}>
      <table className={styles.table} aria-rowcount={rows.length}>
        <LongColumns columns={columns} />
        <thead>
          <tr>
            <th>
              <Tick
                label={t('all')}
                isTicked={isAll}
                isSome={isSome}
                onTick={() => onSelect(isAll ? [] : rows.map(keyOf))}
              />
            </th>
            {columns.map(({ key, title, align, sorted }) => (
              <th key={key} scope="col" className={align && styles[align]} {...ariaSortOf(sorted)}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className={textStyles.unseen}>{t('open')}</span>
            </th>
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboards have the buttons in the rows */}
        <tbody onClick={onClick}>
          {rows.slice(first, end).map((row, index) => (
            <LongRow
              key={keyOf(row)}
              row={row}
              index={first + index}
              columns={columns as readonly LongColumn<object>[]}
              select={t('select', { name: nameOf(row) })}
              details={t('details', { name: nameOf(row) })}
              className={rowClassName(row)}
              isSelected={chosen.has(keyOf(row))}
              isCurrent={current !== undefined && current === keyOf(row)}
              drawnFor={drawnFor}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The widths of the columns. */
export const LongColumns = <Row,>({ columns }: { columns: readonly LongColumn<Row>[] }) => (
  <colgroup>
    <col className={styles.tick} />
    {columns.map(({ key, width }) => (
      <col key={key} {...(width !== undefined && { style: { width } })} />
    ))}
    <col className={styles.tick} />
  </colgroup>
)

type LongRowProps = {
  row: object
  index: number
  columns: readonly LongColumn<object>[]
  select: string
  details: string
  className: string | undefined
  isSelected: boolean
  isCurrent: boolean
  drawnFor: string
}

const compared = ['row', 'index', 'select', 'className', 'isSelected', 'isCurrent', 'drawnFor'] as const

const LongRow = memo(
  function LongRow({ row, index, columns, select, details, className, isSelected, isCurrent }: LongRowProps) {
    return (
      <tr
        data-index={index}
        aria-rowindex={index + 1}
        aria-selected={isSelected}
        aria-current={isCurrent || undefined}
        className={className}
      >
        <td>
          <Tick label={select} isTicked={isSelected} />
        </td>
        {columns.map(({ key, align, render }) => (
          <td key={key} className={align && styles[align]}>
            {render(row)}
          </td>
        ))}
        <td>
          <button type="button" className={layoutStyles.iconButton} aria-label={details} title={details} data-open>
            <ChevronRight aria-hidden />
          </button>
        </td>
      </tr>
    )
  },
  (before, after) => compared.every((member) => before[member] === after[member]),
)
