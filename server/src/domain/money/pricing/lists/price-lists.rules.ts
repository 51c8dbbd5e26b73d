import { isTextWithin } from '@turnpike/contract/bounds'
import {
  type PriceAmounts,
  priceKeys,
  priceListBytesMax,
  type ReadPriceList,
} from '@turnpike/contract/money/price-book'
import { modelNameBounds } from '@turnpike/contract/names'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { readAllServedModels } from '../../../routing/catalogue/catalogue.queries.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { amountsOf, wholeMaps } from '../book/changed-prices.ts'
import type { ListedPrice } from './listed-price.ts'
import { readList } from './read-list.ts'

type PriceListsDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'outbound' | 'log'>
const badMax = 100
const timeoutSeconds = 20

/** The changes that a public price list would make. Rows whose price is already in force are left out. */
export async function readPriceList(
  deps: PriceListsDeps,
  requested: { address: string } | { text: string },
): Promise<ReadPriceList> {
  const text = 'text' in requested ? requested.text : await fetchList(deps, requested.address)
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
  const changed = rows.filter(({ amounts, before }) => priceKeys.some((key) => amounts[key] !== before[key]))
  return {
    format: list.format,
    rows: changed.sort((one, other) => (one.model < other.model ? -1 : 1)),
    same: rows.length - changed.length,
    bad: bad.slice(0, badMax),
    bad_total: bad.length,
  }
}

async function fetchList({ outbound, log }: PriceListsDeps, address: string): Promise<string> {
  const { status, body } = await outbound
    .send(address, { timeoutSeconds, bytesMax: priceListBytesMax, headers: { accept: 'application/json' } })
    .catch((error: unknown) => {
      log.info('price list not reached', { address, error })
      throw new AppError('price_list_unreadable')
    })
  if (status !== 200) throw new AppError('price_list_unreadable', { detail: { status } })
  return body
}

type Usable = { name: string; amounts: PriceAmounts }

/**
 * One row per model. A name that begins with a vendor means the model after the slash, if only that one is known here.
 * A row with the exact name wins over one with a vendor, and the first of several over the others.
 */
function chooseRows(prices: readonly ListedPrice[], isKnown: (name: string) => boolean) {
  const found = new Map<string, Usable>()
  const bad: ReadPriceList['bad'] = []
  for (const price of prices) {
    if ('reason' in price) bad.push({ name: price.name.slice(0, modelNameBounds.lengthMax), reason: price.reason })
    else if (!isTextWithin(modelNameBounds, price.name))
      bad.push({ name: price.name.slice(0, modelNameBounds.lengthMax), reason: 'bad_name' })
    else {
      const tail = price.name.slice(price.name.lastIndexOf('/') + 1)
      const model = !isKnown(price.name) && tail !== '' && isKnown(tail) ? tail : price.name
      if (!found.has(model) || price.name === model) found.set(model, price)
    }
  }
  return { found, bad }
}

/** A list by tokens without an output price keeps the completion ratio; a price per call keeps the unused ratios. */
const completed = (amounts: PriceAmounts, before: PriceAmounts): PriceAmounts =>
  amounts.ModelPrice === undefined
    ? { ...(before.CompletionRatio !== undefined && { CompletionRatio: before.CompletionRatio }), ...amounts }
    : { ...before, ...amounts }
