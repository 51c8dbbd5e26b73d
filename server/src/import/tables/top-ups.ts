import type { Insertable } from 'kysely'
import { addOpeningFigure } from '../../domain/money/wallet/ledger/opening.ts'
import type { Database } from '../../store/schema.ts'
import type { ImportContext } from '../context.ts'
import { importRows, type Planned } from '../import-rows.ts'
import { insertTopUp, readTradeNumbers } from '../imports.queries.ts'
import type { TableReport } from '../report.ts'
import { amountIn, countIn, nameIn, textIn } from '../row.ts'

type NewOrder = Omit<Insertable<Database['top_ups']>, 'user_id'>
type OrderPlan = Planned & { owner: string; order: NewOrder }

/** Paid orders are imported as history: the balance contains their credit. Open ones stay with the source. */
export function importTopUps(context: ImportContext): Promise<TableReport> {
  const { source, store, ids, options, now } = context
  return importRows<OrderPlan>(context, {
    table: 'top_ups',
    kind: 'top_ups',
    async plan(rows, notes) {
      const taken = await readTradeNumbers(store)
      const ofPlans = new Set((await source.rows('subscription_orders')).map((row) => textIn(row, 'trade_no')))
      return rows.flatMap((row) => {
        const who = textIn(row, 'id')
        const owner = textIn(row, 'user_id')
        const trade_no = nameIn(row, 'trade_no', 255)
        const quota = amountIn(row, 'amount') * options.QuotaPerUnit
        if (textIn(row, 'status') !== 'success') notes.cannot('the order is not paid', who)
        else if (!ids.users.has(owner)) notes.cannot('the buyer does not come', who)
        else if (ofPlans.has(trade_no)) notes.cannot('it paid for a plan and credited no balance', who)
        else if (trade_no === '' || !Number.isSafeInteger(quota) || quota <= 0)
          notes.cannot('the order has no number or no amount', who)
        else if (taken.has(trade_no)) notes.conflict('an order with this number is here already', who)
        else {
          taken.add(trade_no)
          const method = nameIn(row, 'payment_method', 50)
          const order = {
            trade_no,
            provider: method === 'stripe' ? 'stripe' : 'epay',
            payment_method: method,
            amount: amountIn(row, 'amount'),
            money: (Number(row.money ?? 0) || 0).toFixed(2),
            quota,
            price_snapshot: '',
            status: 'success',
            create_time: countIn(row, 'create_time') || now,
            complete_time: countIn(row, 'complete_time') || countIn(row, 'create_time') || now,
            completed_by: 'import',
            shares_due: 0 as const,
          }
          return [{ sourceId: who, row, owner, order }]
        }
        return []
      })
    },
    async write(transaction, plans) {
      const written: number[] = []
      for (const { owner, order } of plans) {
        const id = await insertTopUp(transaction, { ...order, user_id: ids.users.get(owner) ?? 0 })
        await addOpeningFigure(transaction, 'top_up', id, order.quota)
        written.push(id)
      }
      return written
    },
  })
}
