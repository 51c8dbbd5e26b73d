import { formatCount } from '@turnpike/contract/quota'
import { Button, Segmented, Select } from 'antd'
import { Braces, Plus, Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { SearchField } from '../../../../../components/fields/search-field.tsx'
import { type PriceMaps, rowsOf } from '../../../../../components/options/price-maps.ts'
import { LinkButton } from '../../../../../components/page/link-button.tsx'
import { useText } from '../../../../../lib/text/text.ts'
import { pricingText } from '../pricing.text.ts'
import { tableText } from './price-table.text.ts'
import styles from './pricing-bar.module.css'

export type PricingFilters = Record<'model' | 'billing' | 'view', string>

type PricingBarProps = {
  filters: PricingFilters
  onFilter: (changes: Partial<PricingFilters>) => void
  maps: PriceMaps | undefined
  /** How many models in use have no price. */
  missing: number
  onAdd: () => void
}

/** Above the table: search, count and the switch to the JSON. */
export function PricingBar({ filters, onFilter, maps, missing, onAdd }: PricingBarProps) {
  const t = useText(pricingText)
  const tTable = useText(tableText)
  const count = useMemo(() => maps && formatCount(rowsOf(maps).length), [maps])
  const facts = [count && t('count', { count }), missing > 0 && tTable('withoutPrice', { count: missing })]
  const isTable = filters.view !== 'json'
  return (
    <div className={styles.bar}>
      {isTable && (
        <>
          <SearchField
            main
            className={styles.search}
            label={t('search')}
            value={filters.model}
            onSearch={(model) => onFilter({ model })}
          />
          <Select
            className={styles.billing}
            aria-label={t('billing')}
            value={filters.billing}
            options={[
              { value: '', label: t('allBilling') },
              { value: 'token', label: t('token') },
              { value: 'call', label: t('call') },
            ]}
            onChange={(billing) => onFilter({ billing })}
          />
        </>
      )}
      <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
      <div className={styles.actions}>
        <Segmented
          aria-label={t('view')}
          value={isTable ? 'table' : 'json'}
          options={[
            { value: 'table', label: t('table'), icon: <Table2 /> },
            { value: 'json', label: t('json'), icon: <Braces /> },
          ]}
          onChange={(view) => onFilter({ view: view === 'json' ? 'json' : '' })}
        />
        <LinkButton to="/price-book">{tTable('book')}</LinkButton>
        <Button icon={<Plus />} disabled={!maps} onClick={onAdd}>
          {t('add')}
        </Button>
      </div>
    </div>
  )
}
