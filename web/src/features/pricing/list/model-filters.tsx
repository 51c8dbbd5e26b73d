import { endpointTypes, modelTags, type PricedModel } from '@turnpike/contract/money/pricing'
import { formatCount } from '@turnpike/contract/quota'
import { Segmented } from 'antd'
import { LayoutGrid, Rows3 } from 'lucide-react'
import { useMemo } from 'react'
import { FilterSelect } from '../../../components/fields/filter-row.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { modelWordsText } from '../../../lib/models/model-words.text.ts'
import { priceUnits } from '../../../lib/prices/price-lines.ts'
import { pricingText } from '../pricing.text.ts'
import { countVendors, type ModelSort } from './list-models.ts'
import styles from './model-list.module.css'
import { chosenView, type PricingView } from './use-pricing-view.ts'
import { useVendorName } from './vendors.ts'

type ModelFiltersProps = { models: readonly PricedModel[]; found: number; view: PricingView }

/** Which models are shown, and how. On a phone all but the search is behind one button. */
export function ModelFilters({ models, found, view }: ModelFiltersProps) {
  const t = pricingText.use()
  const words = modelWordsText.use()
  const small = useSmallScreen()
  const listView = chosenView.use()
  const { filters, setFilter } = view
  const present = useMemo(() => presentIn(models), [models])
  const search = (
    <SearchField
      main
      className={styles.search}
      label={t('search')}
      value={filters.keyword}
      onSearch={(keyword) => setFilter({ keyword })}
    />
  )
  const choices = (
    <>
      <FilterSelect
        width={138}
        label={t('billing')}
        all={t('allBilling')}
        value={filters.billing}
        options={(['token', 'call'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(billing) => setFilter({ billing })}
      />
      <FilterSelect
        width={138}
        label={t('capability')}
        all={t('allCapabilities')}
        value={filters.tag}
        options={present.tags.map((value) => ({ value, label: words(value) }))}
        onChange={(tag) => setFilter({ tag })}
      />
      <FilterSelect
        width={138}
        label={t('endpoint')}
        all={t('allEndpoints')}
        value={filters.endpoint}
        options={present.endpoints.map((value) => ({ value, label: words(value) }))}
        onChange={(endpoint) => setFilter({ endpoint })}
      />
    </>
  )
  const unit = (
    <Segmented
      aria-label={t('unit')}
      value={view.unit}
      options={priceUnits.map((value) => ({ value, label: t(value) }))}
      onChange={view.setUnit}
    />
  )
  const count = (
    <span className={`${textStyles.oneLine} ${textStyles.quiet}`}>{t('count', { count: formatCount(found) })}</span>
  )
  if (small) {
    const { vendor, tag, endpoint, billing } = filters
    return (
      <>
        <div className={layoutStyles.wrappingRow}>
          {search}
          <FilterDrawer count={[vendor, tag, endpoint, billing].filter(Boolean).length}>
            <VendorSelect models={models} value={vendor} onChange={(next) => setFilter({ vendor: next })} />
            {choices}
            <SortSelect view={view} />
          </FilterDrawer>
        </div>
        <div className={styles.line}>
          {count}
          {unit}
        </div>
      </>
    )
  }
  return (
    <div className={layoutStyles.wrappingRow}>
      {search}
      {choices}
      {view.showsCards && <SortSelect view={view} />}
      <div className={`${layoutStyles.atEnd} ${layoutStyles.wideRow}`}>
        {count}
        {unit}
        {view.canChooseView && (
          <Segmented
            aria-label={t('view')}
            value={listView}
            options={[
              { value: 'table', icon: <Rows3 aria-label={t('table')} />, title: t('table') },
              { value: 'cards', icon: <LayoutGrid aria-label={t('cards')} />, title: t('cards') },
            ]}
            onChange={chosenView.set}
          />
        )}
      </div>
    </div>
  )
}

/** The capabilities and endpoints that at least one model has. */
function presentIn(models: readonly PricedModel[]) {
  const tags = new Set(models.flatMap((model) => model.tags))
  const endpoints = new Set(models.flatMap((model) => model.supported_endpoint_types))
  return {
    tags: modelTags.filter((tag) => tags.has(tag)),
    endpoints: endpointTypes.filter((each) => endpoints.has(each)),
  }
}

type VendorSelectProps = { models: readonly PricedModel[]; value: string; onChange: (vendor: string) => void }

function VendorSelect({ models, value, onChange }: VendorSelectProps) {
  const t = pricingText.use()
  const nameOf = useVendorName()
  const options = countVendors(models).map(({ vendor, count }) => ({
    value: vendor,
    label: `${nameOf(vendor)} ${formatCount(count)}`,
  }))
  return (
    <FilterSelect
      width={138}
      label={t('vendors')}
      all={t('allVendors')}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}

const sorts: {
  value: string
  label: 'cheapInput' | 'dearInput' | 'cheapOutput' | 'dearOutput' | 'largeContext'
  sort: ModelSort
}[] = [
  { value: 'input asc', label: 'cheapInput', sort: { by: 'input', order: 'asc' } },
  { value: 'input desc', label: 'dearInput', sort: { by: 'input', order: 'desc' } },
  { value: 'output asc', label: 'cheapOutput', sort: { by: 'output', order: 'asc' } },
  { value: 'output desc', label: 'dearOutput', sort: { by: 'output', order: 'desc' } },
  { value: 'context desc', label: 'largeContext', sort: { by: 'context', order: 'desc' } },
]

/** The order of cards, which have no column titles to click. */
function SortSelect({ view }: { view: PricingView }) {
  const t = pricingText.use()
  const value = view.sort ? `${view.sort.by} ${view.sort.order}` : ''
  return (
    <FilterSelect
      width={138}
      label={t('sort')}
      all={t('byName')}
      value={sorts.some((each) => each.value === value) ? value : ''}
      options={sorts.map((each) => ({ value: each.value, label: t(each.label) }))}
      onChange={(next) => view.setSort(sorts.find((each) => each.value === next)?.sort)}
    />
  )
}
