import { type CSSProperties, type ReactNode, useRef } from 'react'
import { useVisibleRows } from '../../../components/data-table/use-visible-rows.ts'
import { Tick } from '../../../components/fields/tick.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from './list.module.css'
import { listText } from './list.text.ts'

type ProposalCardsProps<Row> = {
  rows: readonly Row[]
  /** The height of a card with the gap below it. */
  height: number
  current: Row | undefined
  selected: readonly string[]
  nameOf: (row: Row) => string
  card: (row: Row) => ReactNode
  buttons: (row: Row) => ReactNode
  onToggle: (row: Row) => void
  onOpen: (row: Row) => void
}

/** The rows as cards of one height; only those near the window are drawn. */
export function ProposalCards<Row extends { id: number }>(props: ProposalCardsProps<Row>) {
  const { rows, height, current, selected, nameOf, card, buttons, onToggle, onOpen } = props
  const t = listText.use()
  const list = useRef<HTMLUListElement>(null)
  const { first, end, room } = useVisibleRows(list, height, rows.length)
  return (
    <ul ref={list} className={styles.cards} style={{ ...room, '--card': `${height}px` } as CSSProperties}>
      {rows.slice(first, end).map((row) => (
        <li key={row.id} className={styles.card} aria-current={row === current || undefined}>
          <div className={styles.cardHead}>
            <Tick
              label={t('select', { name: nameOf(row) })}
              isTicked={selected.includes(String(row.id))}
              onTick={() => onToggle(row)}
            />
            <button
              type="button"
              className={`${textStyles.growingEllipsis} ${styles.cardName}`}
              title={nameOf(row)}
              onClick={() => onOpen(row)}
            >
              {nameOf(row)}
            </button>
          </div>
          {card(row)}
          <div className={`${layoutStyles.cardLine} ${styles.cardFoot}`}>
            <button type="button" className={styles.details} onClick={() => onOpen(row)}>
              {t('details')}
            </button>
            {buttons(row)}
          </div>
        </li>
      ))}
    </ul>
  )
}
