import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@turnpike/contract/quota'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { Button, Segmented, Select } from 'antd'
import { Braces, Plus, Table2, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { SearchField } from '../../../../components/fields/search-field.tsx'
import { amountsOf, isPriced, type PriceMaps, rowsOf, unpriced } from '../../../../components/options/price-maps.ts'
import { MissingDrawer } from '../../../../components/overlay/opened-drawer.tsx'
import { LinkButton } from '../../../../components/page/link-button.tsx'
import layoutStyles from '../../../../components/style/layout.module.css'
import textStyles from '../../../../components/style/text.module.css'
import toneStyles from '../../../../components/style/tone.module.css'
import { useFilters } from '../../../../lib/address/use-filters.ts'
import { useOpened } from '../../../../lib/address/use-opened.ts'
import { call } from '../../../../lib/api/call.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import type { OptionForm } from '../../form/section-table.ts'
import operation from '../operation.module.css'
import { tableText } from './price-table.text.ts'
import { PriceTable, type PricingFilters } from './price-table.tsx'
import styles from './pricing.module.css'
import { type Prices, usePrices } from './use-prices.ts'

const PriceJson = lazyPart(async () => (await import('./price-json.tsx')).PriceJson)
const PriceDrawer = lazyPart(
  async () => (await import('../../../../components/options/price-drawer/price-drawer.tsx')).PriceDrawer,
)

/** The model whose price is open in the drawer; an empty name is a model to be added. */
type Open = { model: string; isNew: boolean }

const noModels: readonly string[] = []

/** Before the name of a model in the address: its price is edited, or added. */
const [editMark, addMark] = ['price:', 'new:']

function openOf(value = ''): Open | undefined {
  if (value.startsWith(editMark)) return { model: value.slice(editMark.length), isNew: false }
  return value.startsWith(addMark) ? { model: value.slice(addMark.length), isNew: true } : undefined
}

/** Every price as a table, in dollars and as ratios; above it the models in use without a price. */
export function VisualPricing({ form }: { form: OptionForm }) {
  const t = tableText.use()
  const { maps, ...rest } = usePrices(form)
  const prices: Prices | undefined = maps && { maps, ...rest }
  const inUse = useModelsInUse().data ?? noModels
  const opened = useOpened()
  const open = openOf(opened.value)
  const { filters, set } = useFilters(['model', 'billing', 'view'])
  const missing = maps ? unpriced(maps, inUse) : []
  const isGone = open !== undefined && !open.isNew && maps !== undefined && !isPriced(amountsOf(maps, open.model))
  const isJson = filters.view === 'json'
  return (
    <div className={styles.section}>
      <PricingBar
        filters={filters}
        onFilter={set}
        maps={maps}
        missing={missing.length}
        onAdd={() => opened.open(addMark)}
      />
      {missing.length > 0 && <UnpricedModels models={missing} onPrice={(model) => opened.open(addMark + model)} />}
      {isJson && (
        <div className={styles.json}>
          <PriceJson form={form} rows={16} />
        </div>
      )}
      {!isJson && !prices && <p className={`${toneStyles.warningTint} ${operation.note}`}>{t('broken')}</p>}
      {!isJson && prices && (
        <PriceTable
          prices={prices}
          filters={filters}
          inUse={inUse}
          onClearFilters={() => set({ model: '', billing: '' })}
          onEdit={(model) => opened.open(editMark + model)}
        />
      )}
      {isGone && <MissingDrawer onClosed={opened.close} />}
      {open && prices && !isGone && (
        <PriceDrawer
          key={open.model}
          prices={prices}
          {...open}
          suggestions={missing}
          onDone={(model) => open.isNew && set({ model, billing: '', view: '' })}
          onClosed={opened.close}
        />
      )}
    </div>
  )
}

/** The models that enabled channels serve. */
const useModelsInUse = () =>
  useQuery({
    queryKey: ['channels', 'models in use'],
    queryFn: () => call(catalogueApi.servedModels),
    staleTime: 60_000,
  })

type PricingBarProps = {
  filters: PricingFilters
  onFilter: (changes: Partial<PricingFilters>) => void
  maps: PriceMaps | undefined
  /** How many models in use have no price. */
  missing: number
  onAdd: () => void
}

/** Above the table: search, count and the switch to the JSON. */
function PricingBar({ filters, onFilter, maps, missing, onAdd }: PricingBarProps) {
  const t = tableText.use()
  const count = useMemo(() => maps && formatCount(rowsOf(maps).length), [maps])
  const facts = [count && t('count', { count }), missing > 0 && t('withoutPrice', { count: missing })]
  const isTable = filters.view !== 'json'
  // The page of prices has a tab for it.
  const isInSettings = useLocation().pathname === '/setting'
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
            className={styles.billingFilter}
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
      <span className={textStyles.quiet}>{facts.filter(Boolean).join(' · ')}</span>
      <div className={styles.barEnd}>
        <Segmented
          aria-label={t('view')}
          value={isTable ? 'table' : 'json'}
          options={[
            { value: 'table', label: t('table'), icon: <Table2 /> },
            { value: 'json', label: t('json'), icon: <Braces /> },
          ]}
          onChange={(view) => onFilter({ view: view === 'json' ? 'json' : '' })}
        />
        {isInSettings && <LinkButton to="/price-book">{t('book')}</LinkButton>}
        <Button icon={<Plus />} disabled={!maps} onClick={onAdd}>
          {t('add')}
        </Button>
      </div>
    </div>
  )
}

const shownMax = 5

type UnpricedModelsProps = { models: readonly string[]; onPrice: (model: string) => void }

/** Models of channels without a price, with a button that sets one. */
function UnpricedModels({ models, onPrice }: UnpricedModelsProps) {
  const t = tableText.use()
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? models : models.slice(0, shownMax)
  return (
    <section className={styles.unpriced} aria-label={t('unpriced')}>
      <p className={`${layoutStyles.row} ${styles.words}`}>
        <TriangleAlert aria-hidden />
        {t('unpriced')}
      </p>
      <ul>
        {shown.map((model) => (
          <li key={model} className={`${layoutStyles.row} ${styles.unpricedModel}`}>
            <span>{model}</span>
            <Button size="small" aria-label={t('setPriceOf', { model })} onClick={() => onPrice(model)}>
              {t('setPrice')}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < models.length && (
        <Button type="link" size="small" onClick={() => setIsOpen(true)}>
          {t('more', { count: models.length - shown.length })}
        </Button>
      )}
    </section>
  )
}
