import { subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { serve } from '../../../../http/serve.ts'
import { administratorOf } from '../../../identity/user-admin/authority.ts'
import { listSubscriptions, subscriptionsOf } from './list-subscriptions.rules.ts'
import { revenueOf } from './revenue.rules.ts'
import {
  extendFreely,
  givePlan,
  invalidate,
  resetOfPlan,
  resetOfUser,
  resetOneWindow,
} from './subscription-acts.rules.ts'

/** What administrators see of subscriptions, and do to them. */
export function subscriptionAdminRoutes(app: FastifyInstance, { store, limits, clock }: Deps) {
  const administrator = administratorOf(clock)

  serve(app, subscriptionAdminApi.list, async ({ caller, query }) => {
    if (query.keyword) await limits.take('search', String(caller.id))
    return listSubscriptions(store, query, clock())
  })
  serve(app, subscriptionAdminApi.ofUser, ({ params }) => subscriptionsOf(store, params.id, clock()))
  serve(app, subscriptionAdminApi.bind, (incoming) => givePlan(store, administrator(incoming), incoming.body))
  serve(app, subscriptionAdminApi.give, (incoming) => {
    const gift = { user_id: incoming.params.id, plan_id: incoming.body.plan_id }
    return givePlan(store, administrator(incoming), gift)
  })
  serve(app, subscriptionAdminApi.resetOfUser, (incoming) =>
    resetOfUser(store, administrator(incoming), incoming.params.id, incoming.body),
  )
  serve(app, subscriptionAdminApi.resetOfPlan, (incoming) => {
    const { advance_reset_time } = incoming.body
    return resetOfPlan(store, administrator(incoming), { plan_id: incoming.params.id, advance_reset_time })
  })
  serve(app, subscriptionAdminApi.resetWindow, (incoming) =>
    resetOneWindow(store, administrator(incoming), incoming.params.id, incoming.body),
  )
  serve(app, subscriptionAdminApi.extend, (incoming) =>
    extendFreely(store, administrator(incoming), incoming.params.id, incoming.body),
  )
  serve(app, subscriptionAdminApi.invalidate, (incoming) =>
    invalidate(store, administrator(incoming), incoming.params.id, incoming.body?.reason),
  )
  serve(app, subscriptionAdminApi.remove, async (incoming) => {
    await invalidate(store, administrator(incoming), incoming.params.id, undefined)
    return undefined
  })
  serve(app, subscriptionAdminApi.revenue, ({ query }) => {
    const { start_timestamp: from = 0, end_timestamp: to = Number.MAX_SAFE_INTEGER } = query
    return revenueOf(store, { from, to })
  })
}
