import type { ModelPriceChange, PriceWhatIf } from '@turnpike/contract/money/price-book'
import type { Deps } from '../../../../deps.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { type CallRecord, readCallRecord } from '../../../usage/logs/call-record.ts'
import { readCallsBefore } from '../../../usage/logs/logs.queries.ts'
import { chargeOf } from '../charge.ts'
import type { Price } from '../price.ts'
import { buildPriceBook, priceOf } from '../price-book.ts'
import { type PricedFacts, serviceInFacts, tokensOfFacts } from '../priced-facts.ts'
import { priceAt } from '../tiers/price-at.ts'
import type { ToolName } from '../tool-prices.ts'
import { noUsage, type Usage } from '../usage.ts'
import { withPrices } from './changed-prices.ts'

const days = 7
const batchMax = 1000
/** More rows would take a minute. */
const callsMax = 200_000
const customersMax = 100

type WhatIfDeps = Pick<Deps, 'store' | 'logStore' | 'vault' | 'options'>
type Sums = { calls: number; quota: number; would: number }

/** The charges of the last days' calls at changed prices. Rows are read in batches, newest first. */
export async function whatIf(
  deps: WhatIfDeps,
  changes: readonly ModelPriceChange[],
  now: number,
): Promise<Omit<PriceWhatIf, 'told'>> {
  const { values } = await storedOptions(deps.store, deps.vault, deps.options.current())
  const book = buildPriceBook(withPrices(values, changes))
  const models = changes.map(({ model }) => model)
  const total: Sums = { calls: 0, quota: 0, would: 0 }
  const unknown = { calls: 0, quota: 0 }
  const perModel = new Map<string, Sums>()
  const customers = new Map<number, Sums & { username: string }>()
  let read = 0
  let last: { id: number; created_at: number } | undefined = { id: Number.MAX_SAFE_INTEGER, created_at: now }
  while (last && read < callsMax) {
    const rows = await readCallsBefore(deps.logStore, models, now - days * 86_400, last, batchMax)
    for (const row of rows) {
      const price = priceOf(book, row.model_name)
      const would = row.facts === '' || !price ? undefined : chargeAgain(readCallRecord(row.facts), row, price)
      if (would === undefined) {
        unknown.calls += 1
        unknown.quota += row.quota
        continue
      }
      const customer = customers.get(row.user_id) ?? { calls: 0, quota: 0, would: 0, username: row.username }
      customers.set(row.user_id, customer)
      const ofModel = perModel.get(row.model_name) ?? { calls: 0, quota: 0, would: 0 }
      perModel.set(row.model_name, ofModel)
      for (const sums of [total, ofModel, customer]) {
        sums.calls += 1
        sums.quota += row.quota
        sums.would += would
      }
    }
    read += rows.length
    last = rows.length < batchMax ? undefined : rows.at(-1)
  }
  const difference = ({ quota, would }: Sums) => Math.abs(would - quota)
  const sorted = [...customers].sort(([, one], [, other]) => difference(other) - difference(one))
  return {
    days,
    total,
    models: [...perModel].map(([model, sums]) => ({ model, ...sums })),
    customers: sorted.slice(0, customersMax).map(([user_id, sums]) => ({ user_id, ...sums })),
    customers_total: customers.size,
    unknown,
    is_cut: last !== undefined,
  }
}

type Row = { created_at: number; prompt_tokens: number; completion_tokens: number }

/**
 * The charge of a call at another price, from its record and with the ratio that its group had; undefined where the
 * record lacks a count that the price needs.
 */
function chargeAgain(record: CallRecord, row: Row, listed: Price): number | undefined {
  const { priced: facts, other } = record
  const price = priceAt(listed, startOf(record, row))
  if (other && ('transcriptions' in other || 'other_models' in other)) return undefined // a part has other prices
  const tool_calls = (facts.t ?? []).map(({ name, count }) => ({ name: name as ToolName, count })) // written from one
  if (price.kind === 'call') {
    const factors = Object.entries(facts.f ?? {}).map(([name, value]) => ({ name, value }))
    const isEmpty = facts.p === undefined && !facts.l?.length
    const count = facts.p === undefined ? Number(!isEmpty) : (facts.n ?? 1)
    return chargeOf({ ...noUsage, tool_calls }, price, facts.g, { count, factors }).quota
  }
  const usage = tokensIn(facts, row)
  return usage && chargeOf({ ...usage, tool_calls }, price, facts.g).quota
}

/** Rows are written at the end of a call. */
const startOf = ({ timing }: CallRecord, { created_at }: Row): number =>
  Math.round(created_at - (timing?.[2] ?? 0) / 1000)

/** A call with a price per call has its tokens only in the columns of its row, cached and spoken ones included. */
function tokensIn(facts: PricedFacts, { prompt_tokens, completion_tokens }: Row): Usage | undefined {
  const service = serviceInFacts(facts)
  if (facts.p === undefined)
    return { ...noUsage, ...tokensOfFacts(facts), ...(facts.rn && { runs: facts.rn }), ...(service && { service }) }
  if (prompt_tokens + completion_tokens === 0) return facts.n === 0 ? noUsage : undefined
  return { ...noUsage, input: prompt_tokens, output: completion_tokens }
}
