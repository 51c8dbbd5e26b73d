import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { ownSubscriptions, preferPayment } from './own-subscriptions.rules.ts'
import { changePlan, createPlan, listPlans, offeredPlans, removePlan, switchPlan } from './plans.rules.ts'

/** The plans, and what an account has of them. `purchases.routes.ts` sells them. */
export function planRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock } = deps
  serve(app, planApi.offered, () => offeredPlans(store))
  serve(app, planApi.all, () => listPlans(store))
  serve(app, planApi.create, (incoming) => createPlan(deps, actorOf(incoming, clock()), incoming.body.plan))
  serve(app, planApi.update, (incoming) =>
    changePlan(deps, actorOf(incoming, clock()), incoming.params.id, incoming.body.plan),
  )
  serve(app, planApi.enable, (incoming) =>
    switchPlan(store, actorOf(incoming, clock()), incoming.params.id, incoming.body.enabled),
  )
  serve(app, planApi.remove, (incoming) => removePlan(store, actorOf(incoming, clock()), incoming.params.id))

  serve(app, subscriptionApi.self, ({ caller }) => ownSubscriptions(store, caller, clock()))
  serve(app, subscriptionApi.prefer, (incoming) =>
    preferPayment(store, incoming.caller, actorOf(incoming, clock()), incoming.body.billing_preference),
  )
}
