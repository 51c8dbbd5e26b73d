import type { ModelPriceChange, PriceWhatIf } from '@turnpike/contract/money/price-book'
import type { Deps } from '../../../../deps.ts'
import { storedOptions } from '../../../system/options/live-options.ts'
import { readCallRecord } from '../../../usage/logs/call-record.ts'
import { readCallsBefore } from '../../../usage/logs/calls-of-models.queries.ts'
import { buildPriceBook, priceOf } from '../price-book.ts'
import { withPrices } from './changed-prices.ts'
import { chargeAgain } from './charge-again.ts'

const days = 7
const batchMax = 1000
/** More rows would take a minute. */
const callsMax = 200_000
const customersMax = 100

type Needs = Pick<Deps, 'store' | 'logStore' | 'vault' | 'options'>
type Sums = { calls: number; quota: number; would: number }

/** What the calls of the last days would have been charged by changed prices. Rows are read in batches, newest first. */
export async function whatIf(deps: Needs, changes: readonly ModelPriceChange[], now: number): Promise<PriceWhatIf> {
  const { values } = await storedOptions(deps.store, deps.vault, deps.options.current())
  const book = buildPriceBook(withPrices(values, changes))
  const models = changes.map(({ model }) => model)
  const total: Sums = { calls: 0, quota: 0, would: 0 }
  const unknown = { calls: 0, quota: 0 }
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
      for (const sums of [total, customer]) {
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
    customers: sorted.slice(0, customersMax).map(([user_id, sums]) => ({ user_id, ...sums })),
    customers_total: customers.size,
    unknown,
    is_cut: last !== undefined,
  }
}
