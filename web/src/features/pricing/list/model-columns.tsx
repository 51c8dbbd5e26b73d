import type { PricedModel } from '@turnpike/contract/money/pricing'
import type { LongColumn } from '../../../components/data-table/long-table.tsx'
import { SortTitle } from '../../../components/data-table/sort-title.tsx'
import type { Terms } from '../../../lib/prices/price-lines.ts'
import { pricingText } from '../pricing.text.ts'
import { Amount, BillingTag, ModelGroups, ModelName } from './model-cells.tsx'
import styles from './model-list.module.css'
import type { PricingView } from './use-pricing-view.ts'
import { useVendorName } from './vendors.ts'

type ColumnFacts = { view: PricingView; terms: Terms; group: string }

export function useModelColumns({ view, terms, group }: ColumnFacts): LongColumn<PricedModel>[] {
  const t = pricingText.use()
  const vendorName = useVendorName()
  const { sort, setSort } = view
  const price = (line: 'input' | 'cacheRead' | 'output' | 'call', title: string, width: number) => {
    const direction = sort?.by === line ? sort.order : undefined
    return {
      key: line,
      title: (
        <SortTitle isRight direction={direction} onSort={(order) => setSort(order && { by: line, order })}>
          {title}
        </SortTitle>
      ),
      width,
      align: 'right' as const,
      sorted: direction,
      render: (model: PricedModel) => <Amount model={model} line={line} terms={terms} />,
    }
  }
  return [
    {
      key: 'model',
      title: t('model'),
      render: (model) => <ModelName model={model} />,
    },
    {
      key: 'vendor',
      title: t('vendor'),
      width: 108,
      render: ({ vendor }) => <span className={styles.vendor}>{vendorName(vendor)}</span>,
    },
    { key: 'billing', title: t('billing'), width: 88, render: (model) => <BillingTag model={model} /> },
    price('input', t('input'), 132),
    price('cacheRead', t('cacheRead'), 124),
    price('output', t('output'), 128),
    price('call', t('perCall'), 108),
    {
      key: 'groups',
      title: t('groups'),
      width: 148,
      render: (model) => <ModelGroups model={model} group={group} />,
    },
  ]
}
