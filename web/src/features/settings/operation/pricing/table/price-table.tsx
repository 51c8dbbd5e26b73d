import { useMemo } from 'react'
import { DataRows } from '../../../../../components/data-table/data-rows.tsx'
import { Pager } from '../../../../../components/data-table/pager.tsx'
import { rowsOf } from '../../../../../components/options/price-maps.ts'
import { dollarsOfRatio } from '../../../../../components/options/price-math.ts'
import { NoMatch } from '../../../../../components/states/no-match.tsx'
import { lastPage } from '../../../../../lib/address/paging.ts'
import { usePaging } from '../../../../../lib/address/use-paging.ts'
import { useSmallScreen } from '../../../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../../../lib/text/text.ts'
import { pricingText } from '../pricing.text.ts'
import type { Prices } from '../use-prices.ts'
import styles from '../visual-pricing.module.css'
import { PriceCard } from './price-card.tsx'
import { usePriceColumns } from './price-columns.tsx'
import { tableText } from './price-table.text.ts'
import type { PricingFilters } from './pricing-bar.tsx'

const rowsPerPage = 10

type PriceTableProps = {
  prices: Prices
  filters: PricingFilters
  /** The models that clients can call now. */
  inUse: readonly string[]
  onClearFilters: () => void
  onEdit: (model: string) => void
}

/** The priced models, ten at a time; cards on a small screen. */
export function PriceTable({ prices, filters, inUse, onClearFilters, onEdit }: PriceTableProps) {
  const t = useText(pricingText)
  const tTable = useText(tableText)
  const small = useSmallScreen()
  const { page } = usePaging()
  const rows = useMemo(() => rowsOf(prices.maps, inUse), [prices.maps, inUse])

  const sought = filters.model.trim().toLowerCase()
  const isBilling = filters.billing === 'token' || filters.billing === 'call'
  const found = rows.filter(
    ({ model, billing }) => model.toLowerCase().includes(sought) && (!isBilling || billing === filters.billing),
  )
  const start = (Math.min(page, lastPage(found.length, rowsPerPage)) - 1) * rowsPerPage
  const shown = found.slice(start, start + rowsPerPage)
  const columns = usePriceColumns(prices, shown, onEdit)
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
        showsCards={small}
        card={(row) => <PriceCard row={row} prices={prices} onEdit={onEdit} />}
        tall
      >
        <Pager total={found.length} size={rowsPerPage} />
      </DataRows>
      <p className={styles.hint}>{tTable('hint', { price: `$${dollarsOfRatio(1, prices.quotaPerUnit)}` })}</p>
    </>
  )
}
