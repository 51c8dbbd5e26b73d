import { useQuery } from '@tanstack/react-query'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { Suspense } from 'react'
import { amountsOf, isPriced, unpriced } from '../../../../components/options/price-maps.ts'
import { MissingDrawer } from '../../../../components/overlay/opened-drawer.tsx'
import { useFilters } from '../../../../lib/address/use-filters.ts'
import { useOpened } from '../../../../lib/address/use-opened.ts'
import { call } from '../../../../lib/api/call.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { OptionForm } from '../../form/option-form.ts'
import { PriceJson } from './price-json.tsx'
import { tableText } from './table/price-table.text.ts'
import { PriceTable } from './table/price-table.tsx'
import { PricingBar } from './table/pricing-bar.tsx'
import { UnpricedModels } from './table/unpriced-models.tsx'
import { type Prices, usePrices } from './use-prices.ts'
import styles from './visual-pricing.module.css'

const PriceDrawer = lazyPart(async () => (await import('./edit/price-drawer.tsx')).PriceDrawer)

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
  const t = useText(tableText)
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
      {!isJson && !prices && <p className={styles.broken}>{t('broken')}</p>}
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
        <Suspense>
          <PriceDrawer
            key={open.model}
            prices={prices}
            {...open}
            suggestions={missing}
            onDone={(model) => open.isNew && set({ model, billing: '', view: '' })}
            onClosed={opened.close}
          />
        </Suspense>
      )}
    </div>
  )
}

const modelsOf = async () => {
  // A search answers a bounded number of channels, so the caller's own models and all without a price are added.
  const [channels, own, without] = await Promise.all([
    call(channelApi.search, { query: {} }),
    call(catalogueApi.ownModels, { query: {} }),
    call(pricingApi.unpriced, { body: {} }),
  ])
  const served = channels.data
    .filter(({ status }) => status === channelStatus.enabled)
    .flatMap(({ models }) => models.split(','))
  return [...new Set([...served, ...own, ...without])].filter(Boolean).sort()
}

/** The models that clients can call now. */
const useModelsInUse = () => useQuery({ queryKey: ['channels', 'models in use'], queryFn: modelsOf, staleTime: 60_000 })
