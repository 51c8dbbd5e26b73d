import type { Order } from '@turnpike/contract/money/payment'
import type { Deps } from '../../../deps.ts'
import { csvCell } from '../../usage/logs/csv-cell.ts'
import { readRefundsOf } from './order-refunds.queries.ts'
import { readOrdersBefore, type Search } from './orders.queries.ts'
import { wireOrder } from './orders.rules.ts'

const batchMax = 1000

const columns = {
  time: ({ create_time }: Order) => new Date(create_time * 1000).toISOString(),
  credited_time: ({ complete_time }: Order) => (complete_time ? new Date(complete_time * 1000).toISOString() : ''),
  order: ({ trade_no }: Order) => trade_no,
  user_id: ({ user_id }: Order) => user_id,
  username: ({ username }: Order) => username,
  provider: ({ provider }: Order) => provider,
  method: ({ payment_method }: Order) => payment_method,
  status: ({ status, is_expired }: Order) => (is_expired ? 'expired' : status),
  currency: ({ currency }: Order) => currency,
  price: ({ money }: Order) => money,
  refunded: ({ refunded }: Order) => refunded,
  credited_quota: ({ status, plan_id, quota }: Order) => (status === 'success' && plan_id === 0 ? quota : 0),
  completed_by: ({ completed_by }: Order) => completed_by,
  account_id: ({ account_id }: Order) => account_id,
  plan: ({ plan }: Order) => plan,
}

/** The orders of a filter as CSV, newest first. Only one batch is in memory at a time. */
export async function* exportOrders(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  search: Search,
): AsyncGenerator<string> {
  // Excel reads a file as UTF-8 only with this mark.
  yield `\ufeff${Object.keys(columns).join(',')}\r\n`
  let last: number | undefined
  do {
    const rows = await readOrdersBefore(store, search, last, batchMax)
    const refunds = Map.groupBy(
      await readRefundsOf(
        store,
        rows.map(({ trade_no }) => trade_no),
      ),
      ({ trade_no }) => trade_no,
    )
    yield rows
      .map((row) => wireOrder(row, { ...row, refunds: refunds.get(row.trade_no) }, clock()))
      .map(
        (order) =>
          `${Object.values(columns)
            .map((cell) => csvCell(cell(order)))
            .join(',')}\r\n`,
      )
      .join('')
    last = rows.length < batchMax ? undefined : rows.at(-1)?.id
  } while (last !== undefined)
}
