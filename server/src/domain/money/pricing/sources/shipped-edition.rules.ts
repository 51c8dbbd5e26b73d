import { type ModelPriceChange, type PriceAmounts, type PriceKey, priceKeys } from '@turnpike/contract/money/price-book'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../../deps.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { amountsOf, wholeMaps } from '../book/changed-prices.ts'
import { areSamePrices } from '../lists/price-parts.ts'
import { insertApplied, readEditions, recordEdition } from './applied-prices.queries.ts'

type EditionDeps = Pick<Deps, 'store' | 'vault' | 'options'>
export type Edition = { day: string; before: () => Promise<Record<string, PriceAmounts>> }

/**
 * Records once per installation that this version has a new table of shipped prices. Where calls were sold by an older one,
 * the prices in force that it changes are an applied change, which can be undone.
 */
export async function recordShippedEdition(
  { store, vault, options }: EditionDeps,
  { day, before }: Edition,
  now: number,
): Promise<void> {
  const editions = await readEditions(store)
  if (editions.includes(day)) return
  const { values } = await storedOptions(store, vault, options.current())
  const changes = editions.length === 0 ? [] : changedBy(await before(), values)
  await store.transaction().execute(async (transaction) => {
    if (!(await recordEdition(transaction, day, now)) || changes.length === 0) return
    await insertApplied(transaction, {
      origin: 'shipped',
      source_name: '',
      edition: day,
      at: now,
      effective_at: now,
      actor_name: '',
      change_id: 0,
      changes,
    })
  })
}

function changedBy(shippedBefore: Record<string, PriceAmounts>, options: OptionValues) {
  const maps = wholeMaps(options)
  return Object.entries(shippedBefore).flatMap(([model, shipped]) => {
    const after = amountsOf(maps, model)
    const before = overlaid(shipped, model, options)
    return areSamePrices(before, after) ? [] : [{ model, before, after, is_undone: false }]
  })
}

/** The amounts in force by an older table: the administrator's, and those of the table for the others. */
function overlaid(shipped: PriceAmounts, model: string, options: OptionValues): ModelPriceChange['amounts'] {
  const amountOf = (key: PriceKey) => (Object.hasOwn(options[key], model) ? options[key][model] : shipped[key])
  return Object.fromEntries(
    priceKeys.flatMap((key) => {
      const value = amountOf(key)
      return value === undefined || value === null ? [] : [[key, value]]
    }),
  )
}
