import type { PricedModel } from '@turnpike/contract/money/pricing'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { stored } from '../../../lib/browser/stored.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { type PriceUnit, priceUnits } from '../../../lib/prices/price-lines.ts'
import { filterNames, type ModelFilters, type ModelSort, modelSorts } from './list-models.ts'

export type ListView = 'table' | 'cards'
export const chosenView = stored<ListView>('pricing-view', (text) => (text === 'cards' ? 'cards' : 'table'))

/** Narrower windows have no room for the table, which does not scroll sideways. */
const cardsTo = '(max-width: 1139px)'

const names = [...filterNames, 'group', 'unit', 'sort', 'order'] as const

/** What the list shows, all of it in the address; table or cards is stored in the browser. */
export function usePricingView() {
  const { filters, set } = useFilters(names)
  const opened = useOpened('model')
  const isNarrow = useMedia(cardsTo)
  const view = chosenView.use()
  const by = modelSorts.find((sort) => sort === filters.sort)
  const sort: ModelSort | undefined = by && { by, order: filters.order === 'asc' ? 'asc' : 'desc' }
  const unit: PriceUnit = priceUnits.find((each) => each === filters.unit) ?? '1m'
  return {
    filters: filters as ModelFilters,
    setFilter: (changes: Partial<ModelFilters>) => set(changes),
    filterCount: filterNames.filter((name) => filters[name]).length,
    clearFilters: () => set(Object.fromEntries(filterNames.map((name) => [name, '']))),
    /** The group in the address; empty for the reader's own. */
    group: filters.group,
    setGroup: (group: string) => set({ group }),
    unit,
    setUnit: (next: PriceUnit) => set({ unit: next === '1m' ? '' : next }),
    sort,
    setSort: (next: ModelSort | undefined) => set({ sort: next?.by ?? '', order: next?.order ?? '' }),
    showsCards: isNarrow || view === 'cards',
    /** Whether there is room for a choice between table and cards. */
    canChooseView: !isNarrow,
    /** The name of the model that is open in the drawer. */
    open: opened.value,
    setOpen: (model: PricedModel) => opened.open(model.model_name),
    close: opened.close,
  }
}
export type PricingView = ReturnType<typeof usePricingView>
