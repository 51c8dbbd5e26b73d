import { isDeepStrictEqual } from 'node:util'
import type { PriceKey } from '@turnpike/contract/money/price-book'
import { parseOption } from '@turnpike/contract/options'
import type { ConfigFile, FilePrice } from '@turnpike/contract/system/config-file/config-file'
import type { OptionChange } from '@turnpike/contract/system/option-api'
import { AppError } from '../../../http/app-error.ts'
import { overridesFor, type PriceValue, type WholeMap, wholeMap } from '../../money/pricing/price-maps.ts'
import type { InstallationState } from './installation-state.ts'
import { changeOf, fieldOf, own, type SectionPlan } from './plan.ts'
import { noting } from './problems.ts'

/** The members of a price, and the options that hold them by model. */
export const priceMaps = {
  ratio: 'ModelRatio',
  completion_ratio: 'CompletionRatio',
  price: 'ModelPrice',
  cache_ratio: 'CacheRatio',
  create_cache_ratio: 'CreateCacheRatio',
  image_ratio: 'ImageRatio',
  image_completion_ratio: 'ImageCompletionRatio',
  audio_ratio: 'AudioRatio',
  audio_completion_ratio: 'AudioCompletionRatio',
  tiers: 'ModelTiers',
} as const satisfies Record<keyof FilePrice, PriceKey>
export type PriceMember = keyof typeof priceMaps
export const priceMembers = Object.keys(priceMaps) as PriceMember[] // the table is closed

type Amounts = Record<string, PriceValue | null>
type Maps = { overrides: Amounts; whole: WholeMap }

/** Differences from the built-in prices, without those that equal the built-in amount. */
const mapsOf = (member: PriceMember, amounts: Amounts): Maps => {
  const whole = wholeMap(priceMaps[member], amounts)
  return { overrides: overridesFor(priceMaps[member], whole), whole }
}

/** The prices that the file describes. With `prune`, models that it does not name have their built-in price again. */
export function planPrices(
  { prices }: ConfigFile,
  { options }: InstallationState,
  prune: boolean,
): SectionPlan<OptionChange> {
  const plan: SectionPlan<OptionChange> = { changes: [], steps: [], problems: [] }
  if (!prices) return plan
  const before = forEachMember((member) => mapsOf(member, options[priceMaps[member]]))
  const after = forEachMember((member) => mapsOf(member, wantedAmounts(member, prices, before[member], prune)))
  const models = new Set([
    ...priceMembers.flatMap((member) => Object.keys(before[member].overrides)),
    ...Object.keys(prices),
  ])
  const isSame = (member: PriceMember, model: string) =>
    isDeepStrictEqual(own(before[member].overrides, model), own(after[member].overrides, model))
  const isPriced = (maps: Record<PriceMember, Maps>, model: string) =>
    own(maps.ratio.whole, model) !== undefined || own(maps.price.whole, model) !== undefined
  for (const model of models) {
    const changed = priceMembers.filter((member) => !isSame(member, model))
    if (changed.length === 0) continue
    const action = !isPriced(before, model) ? 'create' : !isPriced(after, model) ? 'remove' : 'change'
    const fields = changed.map((member) =>
      fieldOf(member, shown(own(before[member].whole, model)), shown(own(after[member].whole, model))),
    )
    plan.changes.push(changeOf('price', action, model, fields))
  }
  for (const member of priceMembers) {
    if ([...models].every((model) => isSame(member, model))) continue
    const key = priceMaps[member]
    const value = JSON.stringify(after[member].whole)
    noting(plan.problems, ['prices'], () => checkText(key, value))
    plan.steps.push({ key, value, seen_revision: undefined })
  }
  return plan
}

function wantedAmounts(
  member: PriceMember,
  prices: Readonly<Record<string, FilePrice>>,
  { overrides }: Maps,
  prune: boolean,
): Amounts {
  const kept = Object.entries(overrides).filter(([model]) => !prune && !Object.hasOwn(prices, model))
  const named = Object.entries(prices).flatMap(([model, price]): [string, PriceValue | null][] => {
    const amount = price[member]
    return amount === undefined ? [] : [[model, amount]]
  })
  return Object.fromEntries([...kept, ...named])
}

const shown = (value: PriceValue | undefined) => (typeof value === 'object' ? JSON.stringify(value) : value)

const forEachMember = <Value>(amountsOf: (member: PriceMember) => Value) =>
  Object.fromEntries(priceMembers.map((member) => [member, amountsOf(member)])) as Record<PriceMember, Value> // one each

function checkText(key: PriceKey, text: string): void {
  const parsed = parseOption(key, text)
  if (!parsed.ok) throw new AppError(parsed.error, { params: { key } })
}
