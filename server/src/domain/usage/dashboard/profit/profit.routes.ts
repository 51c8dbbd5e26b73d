import { profitApi } from '@turnpike/contract/usage/profit'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { serve } from '../../../../http/serve.ts'
import { profitFile, profitOf, readLastLosses, readProfit } from './profit.rules.ts'

/** Sales, cost and margin, for administrators only. */
export function profitRoutes(app: FastifyInstance, { store, clock, options }: Deps) {
  serve(app, profitApi.report, ({ query }) => readProfit(store, query, clock()))
  serve(app, profitApi.export, async ({ query, reply }) => {
    const file = profitFile(await profitOf(store, query, clock()), options.current().QuotaPerUnit)
    reply.type('text/csv; charset=utf-8')
    reply.header('Content-Disposition', `attachment; filename="profit-by-${query.by}.csv"`)
    return file
  })
  serve(app, profitApi.losses, async () =>
    options.current().BelowCostGuard === 'off' ? { losses: 0, lost: 0, worst: null } : readLastLosses(store, clock()),
  )
}
