import type { TableColumns } from '../../../../../components/data-table/data-rows.tsx'
import type { PriceRow } from '../../../../../components/options/price-maps.ts'
import { useText } from '../../../../../lib/text/text.ts'
import { DecimalCell } from '../../decimal-cell.tsx'
import { mostDecimals } from '../../decimal-places.ts'
import type { TokenFieldName } from '../edit/token-fields.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import { ModelName } from './model-name.tsx'
import { PriceActions } from './price-actions.tsx'
import styles from './price-columns.module.css'
import { tableText } from './price-table.text.ts'
import { usePriceCells } from './use-price-cells.ts'

const dash = <span className={styles.nothing}>—</span>

/** `rows` are those of the open page: the points of their figures stand below each other. */
export function usePriceColumns(
  prices: Prices,
  rows: readonly PriceRow[],
  onEdit: (model: string) => void,
): TableColumns<PriceRow> {
  const t = useText(pricingText)
  const tTable = useText(tableText)
  const cellsOf = usePriceCells(prices)
  const label = (row: PriceRow, column: string) => tTable('cell', { model: row.model, column })
  const [byToken, byCall] = (['token', 'call'] as const).map((each) => rows.filter(({ billing }) => billing === each))
  const decimalsOf = (name: TokenFieldName) =>
    mostDecimals((byToken ?? []).map((row) => cellsOf(row).token(name).listed))
  const callDecimals = mostDecimals((byCall ?? []).map((row) => cellsOf(row).call.value))
  const token = (name: TokenFieldName, width: number, sign?: string, decimals = decimalsOf(name)) => ({
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
      render: (_, { model }) => <ModelName model={model} />,
    },
    {
      key: 'billing',
      title: t('billing'),
      width: 96,
      render: (_, { billing }) => <span className={styles.billing}>{t(billing)}</span>,
    },
    token('input', 112, '$'),
    token('output', 120, '$'),
    {
      key: 'call',
      title: tTable('callPrice'),
      width: 92,
      align: 'right',
      render: (_, row) =>
        row.billing === 'call' ? (
          <DecimalCell
            {...cellsOf(row).call}
            sign="$"
            decimals={callDecimals}
            label={label(row, tTable('callPrice'))}
          />
        ) : (
          dash
        ),
    },
    token('ratio', 92),
    token('completion', 124),
    {
      key: 'actions',
      title: <span className={styles.unseen}>{t('actions')}</span>,
      width: 112,
      align: 'right',
      fixed: 'end',
      render: (_, row) => <PriceActions row={row} prices={prices} onEdit={onEdit} />,
    },
  ]
}
