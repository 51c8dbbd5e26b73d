import type { ReadPriceList } from '@turnpike/contract/money/price-book'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { readAllServedModels } from '../../../routing/catalogue/catalogue.queries.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { amountsOf, wholeMaps } from '../book/changed-prices.ts'
import { chooseRows, completed } from './choose-rows.ts'
import { fetchList } from './fetch-list.ts'
import { areSamePrices } from './price-parts.ts'
import { readList } from './read-list.ts'

type PriceListsDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'outbound' | 'log'>
const badMax = 100

/** The changes that a public price list would make. Rows whose price is already in force are left out. */
export async function readPriceList(
  deps: PriceListsDeps,
  requested: { address: string } | { text: string },
): Promise<ReadPriceList> {
  const text = 'text' in requested ? requested.text : await textAt(deps, requested.address)
  const { store, vault, options } = deps
  const { values } = await storedOptions(store, vault, options.current())
  const list = readList(text, values.QuotaPerUnit)
  if (!list) throw new AppError('price_list_unreadable')
  const maps = wholeMaps(values)
  const served = new Set(await readAllServedModels(store))
  const isKnown = (name: string) => served.has(name) || Object.keys(amountsOf(maps, name)).length > 0
  const { found, bad } = chooseRows(list.prices, isKnown)
  const rows = [...found].map(([model, { name, amounts }]) => {
    const before = amountsOf(maps, model)
    return { model, listed: name, amounts: completed(amounts, before), before, is_served: served.has(model) }
  })
  const changed = rows.filter(({ amounts, before }) => !areSamePrices(amounts, before))
  return {
    format: list.format,
    rows: changed.sort((one, other) => (one.model < other.model ? -1 : 1)),
    same: rows.length - changed.length,
    bad: bad.slice(0, badMax),
    bad_total: bad.length,
  }
}

async function textAt(deps: PriceListsDeps, address: string): Promise<string> {
  const response = await fetchList(deps, address)
  if (response?.status !== 200) throw new AppError('price_list_unreadable', { detail: { status: response?.status } })
  return response.body
}
