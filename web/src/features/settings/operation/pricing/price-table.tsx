import { useMemo, useState } from 'react'
import { DataRows, type TableColumns } from '../../../../components/data-table/data-rows.tsx'
import { Pager } from '../../../../components/data-table/pager.tsx'
import { type PriceRow, rowsOf } from '../../../../components/options/price-maps.ts'
import { dollarsOfRatio } from '../../../../components/options/price-math.ts'
import { spelledPrice } from '../../../../components/options/typing-guard.ts'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { NoMatch } from '../../../../components/states/no-match.tsx'
import layoutStyles from '../../../../components/style/layout.module.css'
import textStyles from '../../../../components/style/text.module.css'
import { lastPage } from '../../../../lib/address/paging.ts'
import { usePaging } from '../../../../lib/address/use-paging.ts'
import { useCardScreen } from '../../../../lib/browser/use-card-screen.ts'
import { DecimalCell } from '../decimal-cell.tsx'
import { mostDecimals } from '../decimal-places.ts'
import { type MeantCell, ModelName, PriceActions, TierMark, type TokenCellName, usePriceCells } from './price-cells.tsx'
import { tableText } from './price-table.text.ts'
import styles from './pricing.module.css'
import type { Prices } from './use-prices.ts'

const rowsPerPage = 10

export type PricingFilters = Record<'model' | 'billing' | 'view', string>

type PriceTableProps = {
  prices: Prices
  filters: PricingFilters
  /** The models that clients can call now. */
  inUse: readonly string[]
  onClearFilters: () => void
  onEdit: (model: string) => void
}

/** The priced models, ten at a time; cards where a table would hide its last columns. */
export function PriceTable({ prices, filters, inUse, onClearFilters, onEdit }: PriceTableProps) {
  const t = tableText.use()
  const showsCards = useCardScreen()
  const { page } = usePaging()
  const rows = useMemo(() => rowsOf(prices.maps, inUse), [prices.maps, inUse])

  const sought = filters.model.trim().toLowerCase()
  const isBilling = filters.billing === 'token' || filters.billing === 'call'
  const found = rows.filter(
    ({ model, billing }) => model.toLowerCase().includes(sought) && (!isBilling || billing === filters.billing),
  )
  const start = (Math.min(page, lastPage(found.length, rowsPerPage)) - 1) * rowsPerPage
  const shown = found.slice(start, start + rowsPerPage)
  const [meant, setMeant] = useState<MeantCell>()
  const cellsOf = usePriceCells(prices, setMeant)
  const columns = usePriceColumns(prices, shown, cellsOf, onEdit)
  if (found.length === 0) {
    const words = [sought && `“${filters.model.trim()}”`, isBilling && t(filters.billing as 'token' | 'call')]
    return <NoMatch title={t('noMatch')} filters={words.filter(Boolean).join(t('and'))} onClear={onClearFilters} />
  }
  return (
    <>
      <DataRows
        rows={shown}
        columns={columns}
        rowKey={({ model }) => model}
        stale={false}
        showsCards={showsCards}
        card={(row) => <PriceCard row={row} prices={prices} onEdit={onEdit} />}
        tall
      >
        <Pager total={found.length} size={rowsPerPage} />
      </DataRows>
      {meant && (
        <MeantDialog
          meant={meant}
          onTake={() => {
            const row = rows.find(({ model }) => model === meant.model)
            if (row) cellsOf(row).token(meant.name).onType(meant.price)
          }}
          onClosed={() => setMeant(undefined)}
        />
      )}
      <p className={textStyles.quietSmall}>{t('hint', { price: `$${dollarsOfRatio(1, prices.quotaPerUnit)}` })}</p>
    </>
  )
}

type MeantDialogProps = { meant: MeantCell; onTake: () => void; onClosed: () => void }

/** Asks about a price that is a million times smaller or larger than usual. */
function MeantDialog({ meant: { model, name, price, isKept }, onTake, onClosed }: MeantDialogProps) {
  const t = tableText.use()
  const dollars = spelledPrice(price)
  return (
    <ConfirmDialog
      title={t('meant', { price: dollars })}
      text={t('cell', { model, column: t(name) })}
      verb={t('take', { price: dollars })}
      cancel={isKept ? t('keepTyped') : t('keepBefore')}
      onConfirm={() => {
        onTake()
        onClosed()
      }}
      onCancel={onClosed}
    />
  )
}

const dash = <span className={styles.nothing}>—</span>

/** `rows` are the rows of the open page; their decimal points are aligned. */
function usePriceColumns(
  prices: Prices,
  rows: readonly PriceRow[],
  cellsOf: ReturnType<typeof usePriceCells>,
  onEdit: (model: string) => void,
): TableColumns<PriceRow> {
  const t = tableText.use()
  const label = (row: PriceRow, column: string) => t('cell', { model: row.model, column })
  const [byToken, byCall] = (['token', 'call'] as const).map((each) => rows.filter(({ billing }) => billing === each))
  const decimalsOf = (name: TokenCellName) =>
    mostDecimals((byToken ?? []).map((row) => cellsOf(row).token(name).listed))
  const callDecimals = mostDecimals((byCall ?? []).map((row) => cellsOf(row).call.value))
  const token = (name: TokenCellName, width: number, sign?: string, decimals = decimalsOf(name)) => ({
    key: name,
    title: t(name),
    width,
    align: 'right' as const,
    render: (_: unknown, row: PriceRow) =>
      row.billing === 'token' ? (
        <DecimalCell {...cellsOf(row).token(name)} sign={sign} decimals={decimals} label={label(row, t(name))} />
      ) : (
        dash
      ),
  })
  return [
    {
      key: 'model',
      title: t('model'),
      ellipsis: true,
      fixed: 'start',
      render: (_, { model, amounts }) => (
        <span className={layoutStyles.shrinkingRow}>
          <ModelName model={model} />
          <TierMark amounts={amounts} quotaPerUnit={prices.quotaPerUnit} />
        </span>
      ),
    },
    {
      key: 'billing',
      title: t('billing'),
      width: 104,
      render: (_, { billing }) => <span className={styles.billing}>{t(billing)}</span>,
    },
    token('input', 112, '$'),
    token('output', 120, '$'),
    {
      key: 'call',
      title: t('callPrice'),
      width: 92,
      align: 'right',
      render: (_, row) =>
        row.billing === 'call' ? (
          <DecimalCell {...cellsOf(row).call} sign="$" decimals={callDecimals} label={label(row, t('callPrice'))} />
        ) : (
          dash
        ),
    },
    token('ratio', 92),
    token('completion', 124),
    {
      key: 'actions',
      title: <span className={textStyles.unseen}>{t('actions')}</span>,
      width: 112,
      align: 'right',
      fixed: 'end',
      render: (_, row) => <PriceActions row={row} prices={prices} onEdit={onEdit} />,
    },
  ]
}

type PriceCardProps = { row: PriceRow; prices: Prices; onEdit: (model: string) => void }

/** A price on a small screen; it is edited in the drawer. */
function PriceCard({ row, prices, onEdit }: PriceCardProps) {
  const t = tableText.use()
  const { token, call } = usePriceCells(prices, () => {})(row)
  const figures =
    row.billing === 'token'
      ? [
          { name: t('input'), ...token('input'), sign: '$' },
          { name: t('output'), ...token('output'), sign: '$' },
          { name: t('ratio'), ...token('ratio'), sign: '' },
          { name: t('completion'), ...token('completion'), sign: '' },
        ]
      : [{ name: t('callPrice'), ...call, listed: call.value, sign: '$' }]
  return (
    <>
      <div className={`${layoutStyles.row} ${styles.cardHead}`}>
        <ModelName model={row.model} />
        <span className={styles.marks}>
          <TierMark amounts={row.amounts} quotaPerUnit={prices.quotaPerUnit} />
          <span className={styles.billing}>{t(row.billing)}</span>
        </span>
      </div>
      <dl className={styles.figures}>
        {figures.map(({ name, listed, isChanged, sign }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isChanged ? styles.changed : undefined}>{sign + listed}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.cardActions}>
        <PriceActions row={row} prices={prices} onEdit={onEdit} />
      </div>
    </>
  )
}
