import { Button } from 'antd'
import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useText } from '../../../../../lib/text/text.ts'
import { isPriced, type PriceRow, priceKeys } from '../price-maps.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import styles from './price-columns.module.css'

type PriceActionsProps = { row: PriceRow; prices: Prices; onEdit: (model: string) => void }

/** These actions change the form, which is saved later, so they do not ask first. */
export function PriceActions({ row: { model, amounts }, prices, onEdit }: PriceActionsProps) {
  const t = useText(pricingText)
  const shipped = prices.shippedOf(model)
  const isShipped = shipped === undefined || priceKeys.every((key) => shipped[key] === amounts[key])
  const canRestore = shipped !== undefined && isPriced(shipped) && !isShipped
  const button = (action: string) => ({
    type: 'text' as const,
    size: 'small' as const,
    title: action,
    'aria-label': t('of', { action, model }),
  })
  return (
    <div className={styles.actions}>
      <Button {...button(t('edit'))} icon={<Pencil />} onClick={() => onEdit(model)} />
      <Button
        {...button(t('restore'))}
        icon={<RotateCcw />}
        disabled={!canRestore}
        onClick={() => shipped && prices.set(model, shipped)}
      />
      <Button {...button(t('remove'))} icon={<Trash2 />} onClick={() => prices.set(model, {})} />
    </div>
  )
}
