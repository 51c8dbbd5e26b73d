import { familyApi } from '@turnpike/contract/system/family'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { accountOf } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import { listOrders } from '../../money/payments/orders.rules.ts'
import { paymentProviders } from '../../money/payments/payment-providers.ts'
import { saveFamilySetting, secondFactorStatus, topUpInfoOf, topUpOf } from './family.rules.ts'

export function familyRoutes(app: FastifyInstance, deps: Deps) {
  const providers = paymentProviders(deps)
  serve(app, familyApi.saveSetting, ({ caller, body }) => saveFamilySetting(deps, caller.id, body))
  serve(app, familyApi.secondFactor, ({ caller }) => secondFactorStatus(deps, caller.id))
  serve(app, familyApi.topUpInfo, () => topUpInfoOf(providers, deps.options.current()))
  serve(app, familyApi.topUps, async ({ caller, query }) => {
    const found = await listOrders(deps, query, { user_id: accountOf(caller), trade_no_part: query.keyword })
    return { ...found, items: found.items.map(topUpOf) }
  })
  serve(app, familyApi.uptime, () => [])
}
