import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { serve } from '../../../../http/serve.ts'
import { readLastLosses } from '../../../usage/dashboard/profit/profit.rules.ts'
import { listAttempts, summariseFailing } from './attempts.rules.ts'

export function attemptRoutes(app: FastifyInstance, { store, clock, options }: Deps) {
  serve(app, channelAttemptApi.list, ({ query }) => listAttempts(store, query.ids, clock()))
  serve(app, channelAttemptApi.failing, async () => ({
    ...(await summariseFailing(store, clock())),
    below_cost: options.current().BelowCostGuard !== 'off' && (await readLastLosses(store, clock())).losses > 0,
  }))
}
