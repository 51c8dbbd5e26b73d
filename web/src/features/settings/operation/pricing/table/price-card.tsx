import type { PriceRow } from '../../../../../components/options/price-maps.ts'
import { useText } from '../../../../../lib/text/text.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import { ModelName } from './model-name.tsx'
import { PriceActions } from './price-actions.tsx'
import styles from './price-card.module.css'
import columnStyles from './price-columns.module.css'
import { tableText } from './price-table.text.ts'
import { usePriceCells } from './use-price-cells.ts'

type PriceCardProps = { row: PriceRow; prices: Prices; onEdit: (model: string) => void }

/** A price on a small screen; it is edited in the drawer. */
export function PriceCard({ row, prices, onEdit }: PriceCardProps) {
  const t = useText(pricingText)
  const tTable = useText(tableText)
  const { token, call } = usePriceCells(prices)(row)
  const figures =
    row.billing === 'token'
      ? [
          { name: t('input'), ...token('input'), sign: '$' },
          { name: t('output'), ...token('output'), sign: '$' },
          { name: t('ratio'), ...token('ratio'), sign: '' },
          { name: t('completion'), ...token('completion'), sign: '' },
        ]
      : [{ name: tTable('callPrice'), ...call, listed: call.value, sign: '$' }]
  return (
    <>
      <div className={styles.head}>
        <ModelName model={row.model} />
        <span className={columnStyles.billing}>{t(row.billing)}</span>
      </div>
      <dl className={styles.figures}>
        {figures.map(({ name, listed, isChanged, sign }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isChanged ? styles.changed : undefined}>{sign + listed}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <PriceActions row={row} prices={prices} onEdit={onEdit} />
      </div>
    </>
  )
}
