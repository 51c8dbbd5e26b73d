import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BatchAction, BatchBar } from '../../../components/data-table/batch-bar.tsx'
import { LoadingLongTable } from '../../../components/data-table/loading-long-table.tsx'
import { type LongColumn, LongTable } from '../../../components/data-table/long-table.tsx'
import { StaleLine } from '../../../components/data-table/stale-line.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { classNameOf } from '../../../components/plain-button/button-look.ts'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import styles from './list.module.css'
import { listText } from './list.text.ts'
import { ProposalCards } from './proposal-cards.tsx'
import { type ListAct, useListKeys } from './use-list-keys.ts'

const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

/** Narrower windows have no room for the table, which does not scroll sideways. */
const cardsTo = '(max-width: 1139px)'
const rowHeight = 36
const tableHead = 32

type ProposalListProps<Row> = {
  /** The loaded rows that match the filters. */
  query: UseQueryResult<{ items: Row[]; total: number }>
  /** Every column has a width but one. */
  columns: readonly LongColumn<Row>[]
  /** A card has the height that `cardHeight` says. */
  card: (row: Row) => ReactNode
  cardHeight: number
  nameOf: (row: Row) => string
  /** The row in one sentence, for screen readers. */
  wordsOf: (row: Row) => string
  rowClassName?: (row: Row) => string | undefined
  /** Everything besides the row that its cells are drawn from. */
  drawnFor: string
  acts: readonly ListAct<Row>[]
  /** Room for the buttons of a row. */
  actsWidth: number
  onOpen: (row: Row) => void
  /** Takes the last act back. */
  onUndo?: (() => void) | undefined
  selectedWords: (count: number) => string
  /** Shown where there is no row. */
  none: ReactNode
  keysOpen: boolean
  onKeys: (isOpen: boolean) => void
}

/** Proposals that are decided one by one or together, by pointer or by keyboard. All rows are on one page. */
export function ProposalList<Row extends { id: number }>(props: ProposalListProps<Row>) {
  const { query, acts, onOpen, onUndo, nameOf, wordsOf, drawnFor, keysOpen, onKeys } = props
  const t = listText.use()
  const spoken = language.use()
  const showsCards = useMedia(cardsTo)
  const list = useRef<HTMLDivElement>(null)
  const rows = query.data?.items ?? []
  const [selected, setSelected] = useState<readonly string[]>([])
  const [wanted, setWanted] = useState(0)
  const [isByKeyboard, setIsByKeyboard] = useState(false)
  const at = Math.min(wanted, rows.length - 1)
  const current = rows[at]
  const keyOf = ({ id }: Row) => String(id)
  // Decided rows leave the list, and a filter hides others: neither may be acted on.
  const present = new Set(rows.map(keyOf))
  const chosen = selected.filter((key) => present.has(key))

  const move = (to: number) => {
    const next = Math.max(0, Math.min(to, rows.length - 1))
    const row = rows[next]
    if (!row || !list.current) return
    setWanted(next)
    setIsByKeyboard(true)
    revealRow(list.current, {
      index: next,
      height: showsCards ? props.cardHeight : rowHeight,
      head: showsCards ? 0 : tableHead,
    })
  }
  const toggle = (row: Row) => {
    const key = keyOf(row)
    setSelected(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key])
  }
  const runOnChosen = (act: ListAct<Row>) => {
    const some = chosen.length > 0 ? rows.filter((row) => chosen.includes(keyOf(row))) : current ? [current] : []
    if (some.length > 0) act.run(some)
  }
  useListKeys([
    ...acts.map((each) => [each.key, () => runOnChosen(each)] as const),
    ['j', () => move(at + 1)],
    ['ArrowDown', () => move(at + 1)],
    ['k', () => move(at - 1)],
    ['ArrowUp', () => move(at - 1)],
    ['Home', () => move(0)],
    ['End', () => move(rows.length - 1)],
    ['x', current && (() => toggle(current))],
    ['X', () => setSelected(chosen.length === rows.length ? [] : rows.map(keyOf))],
    ['Enter', current && (() => onOpen(current))],
    ['Escape', chosen.length > 0 ? () => setSelected([]) : undefined],
    ['u', onUndo],
    ['?', () => onKeys(true)],
  ])

  // Rows are drawn once and keep their buttons: those call the handler of the newest render.
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const act = (key: string, row: Row) => latest.current.find((each) => each.key === key)?.run([row])
  const rowActs = acts.filter(({ rowLabel }) => rowLabel !== undefined)
  const buttonsOf = (row: Row) => (
    <span className={layoutStyles.rowActions}>
      {rowActs.map(({ key, rowLabel }) => {
        const words = rowLabel?.(row)
        return words === undefined ? null : (
          <button
            key={key}
            type="button"
            className={classNameOf({ kind: 'text', size: 'small' })}
            aria-label={`${words}: ${nameOf(row)}`}
            onClick={() => act(key, row)}
          >
            {words}
          </button>
        )
      })}
    </span>
  )
  const columns: readonly LongColumn<Row>[] =
    rowActs.length === 0
      ? props.columns
      : [
          ...props.columns,
          {
            key: 'acts',
            title: <span className={textStyles.unseen}>{t('actions')}</span>,
            width: props.actsWidth,
            align: 'right',
            render: buttonsOf,
          },
        ]

  if (query.isPending) return <LoadingLongTable columns={columns} cards={showsCards} />
  if (!query.data)
    return (
      <Sheet>
        <ErrorState error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      </Sheet>
    )
  return (
    <>
      {query.isError && <StaleLine error={query.error} onRetry={query.refetch} retrying={query.isFetching} />}
      {rows.length === 0 ? (
        <Sheet>{props.none}</Sheet>
      ) : (
        <div
          ref={list}
          className={query.isPlaceholderData ? styles.stale : undefined}
          aria-busy={query.isPlaceholderData}
        >
          {showsCards ? (
            <ProposalCards
              rows={rows}
              height={props.cardHeight}
              current={current}
              selected={chosen}
              nameOf={nameOf}
              card={props.card}
              buttons={buttonsOf}
              onToggle={toggle}
              onOpen={onOpen}
            />
          ) : (
            <LongTable
              rows={rows}
              columns={columns}
              nameOf={nameOf}
              keyOf={keyOf}
              current={current && keyOf(current)}
              rowClassName={props.rowClassName ?? (() => undefined)}
              drawnFor={[spoken, drawnFor, ...rowActs.map(({ key }) => key)].join(' ')}
              selected={chosen}
              onSelect={setSelected}
              onOpen={onOpen}
            />
          )}
        </div>
      )}
      <p className={textStyles.unseen} aria-live="polite">
        {isByKeyboard && current && wordsOf(current)}
      </p>
      {chosen.length > 0 && (
        <BatchBar
          selection={{
            keys: [...chosen],
            onChange: (keys) => setSelected(keys.map(String)),
            words: props.selectedWords,
            actions: acts.map((each) => (
              <BatchAction
                key={each.key}
                icon={each.icon}
                danger={each.danger ?? false}
                onClick={() => runOnChosen(each)}
              >
                {each.label}
              </BatchAction>
            )),
          }}
        />
      )}
      {keysOpen && <KeysDialog acts={acts} hasUndo={onUndo !== undefined} onClose={() => onKeys(false)} />}
    </>
  )
}

/** What covers the window: the top bar with the head of the table, and the batch bar with some room. */
const covered = { top: 48 + 32, bottom: 96 }

/** Scrolls the window just far enough that a row is not covered. Rows that are not drawn have a place too. */
function revealRow(list: HTMLElement, { index, height, head }: { index: number; height: number; head: number }) {
  const top = list.getBoundingClientRect().top + head + index * height
  const bottom = top + height
  const above = top - covered.top
  const below = bottom - (window.innerHeight - covered.bottom)
  if (above < 0) window.scrollBy({ top: above, behavior: 'instant' })
  else if (below > 0) window.scrollBy({ top: below, behavior: 'instant' })
}
