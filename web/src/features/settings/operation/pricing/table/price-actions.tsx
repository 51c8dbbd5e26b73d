import { Button } from 'antd'
import { RotateCcw, Trash2 } from 'lucide-react'
import { RowMenu } from '../../../../../components/menu/row-menu.tsx'
import { isPriced, type PriceRow, priceKeys } from '../../../../../components/options/price-maps.ts'
import { useText } from '../../../../../lib/text/text.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import styles from './price-columns.module.css'
import { tableText } from './price-table.text.ts'

type PriceActionsProps = { row: PriceRow; prices: Prices; onEdit: (model: string) => void }

/** These actions change the form, which is saved later, so they do not ask first. */
export function PriceActions({ row: { model, amounts }, prices, onEdit }: PriceActionsProps) {
  const t = useText(pricingText)
  const tTable = useText(tableText)
  const shipped = prices.shippedOf(model)
  const isShipped = shipped === undefined || priceKeys.every((key) => shipped[key] === amounts[key])
  const canRestore = shipped !== undefined && isPriced(shipped) && !isShipped
  return (
    <div className={styles.actions}>
      <Button
        type="text"
        size="small"
        aria-label={tTable('of', { action: tTable('edit'), model })}
        onClick={() => onEdit(model)}
      >
        {tTable('edit')}
      </Button>
      <RowMenu
        name={model}
        entries={[
          {
            key: 'restore',
            label: t('restore'),
            icon: <RotateCcw />,
            disabled: !canRestore,
            onSelect: () => shipped && prices.set(model, shipped),
          },
          { key: 'remove', label: t('remove'), icon: <Trash2 />, danger: true, onSelect: () => prices.set(model, {}) },
        ]}
      />
    </div>
  )
}
