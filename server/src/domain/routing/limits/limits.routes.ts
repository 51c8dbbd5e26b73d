import { limitsApi } from '@turnpike/contract/routing/limits'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { channelLimits } from './channel-limits.rules.ts'
import {
  groupLimits,
  ownStates,
  setGroupLimits,
  setTokenLimits,
  setUserLimits,
  tokenLimits,
  userLimits,
} from './limits.rules.ts'

export function limitRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock } = deps
  serve(app, limitsApi.ofToken, ({ caller, params }) => tokenLimits(deps, caller, params.id))
  serve(app, limitsApi.setOfToken, (input) =>
    setTokenLimits(deps, { caller: input.caller, actor: actorOf(input, clock()) }, input.params.id, input.body),
  )
  serve(app, limitsApi.own, ({ caller }) => ownStates(deps, caller))
  serve(app, limitsApi.ofUser, ({ caller, params }) => userLimits(deps, caller, params.id))
  serve(app, limitsApi.setOfUser, (input) => {
    const administrator = { caller: input.caller, actor: actorOf(input, clock()) }
    return setUserLimits(deps, administrator, input.params.id, input.body)
  })
  serve(app, limitsApi.ofChannel, ({ params }) => channelLimits(deps, params.id))
  serve(app, limitsApi.ofGroups, () => groupLimits(store))
  serve(app, limitsApi.setOfGroup, (input) => setGroupLimits(deps, actorOf(input, clock()), input.body))
}
