import type { TableColumns } from '../../../../../components/data-table/data-rows.tsx'
import { useText } from '../../../../../lib/text/text.ts'
import { DecimalCell } from '../../decimal-cell.tsx'
import type { PriceRow } from '../price-maps.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import { ModelName } from './model-name.tsx'
import { PriceActions } from './price-actions.tsx'
import styles from './price-columns.module.css'
import { usePriceCells } from './use-price-cells.ts'

const dash = <span className={styles.nothing}>—</span>

export function usePriceColumns(prices: Prices, onEdit: (model: string) => void): TableColumns<PriceRow> {
  const t = useText(pricingText)
  const cellsOf = usePriceCells(prices)
  const label = (row: PriceRow, column: string) => t('cell', { model: row.model, column })
  const token = (name: 'input' | 'output' | 'ratio' | 'completion', width: number, sign?: string) => ({
    key: name,
    title: t(name),
    width,
    align: 'right' as const,
    render: (_: unknown, row: PriceRow) =>
      row.billing === 'token' ? (
        <DecimalCell {...cellsOf(row).token(name)} sign={sign} label={label(row, t(name))} />
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
      title: t('callPrice'),
      width: 92,
      align: 'right',
      render: (_, row) =>
        row.billing === 'call' ? (
          <DecimalCell {...cellsOf(row).call} sign="$" label={label(row, t('callPrice'))} />
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
