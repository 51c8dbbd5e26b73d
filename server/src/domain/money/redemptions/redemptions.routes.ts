import { redemptionApi } from '@turnpike/contract/money/redemption'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { redeem } from './redeem.rules.ts'
import { changeCode, getCode, listCodes, makeCodes, removeCode, switchCode, undoCodeAct } from './redemptions.rules.ts'

export function redemptionRoutes(app: FastifyInstance, deps: Deps) {
  const { clock, limits } = deps
  serve(app, redemptionApi.list, ({ caller, query }) => listCodes(deps, caller, query))
  serve(app, redemptionApi.search, async ({ caller, query }) => {
    await limits.take('search', String(caller.id))
    return listCodes(deps, caller, query)
  })
  serve(app, redemptionApi.get, ({ caller, params }) => getCode(deps, caller, params.id))
  serve(app, redemptionApi.create, (incoming) => makeCodes(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, redemptionApi.update, (incoming) => {
    const change = incoming.query.status_only ? switchCode : changeCode
    return change(deps, actorOf(incoming, clock()), incoming.body)
  })
  serve(app, redemptionApi.remove, (incoming) => removeCode(deps, actorOf(incoming, clock()), incoming.params.id))
  serve(app, redemptionApi.undo, (incoming) => undoCodeAct(deps, actorOf(incoming, clock()), incoming.body.id))
  serve(app, redemptionApi.redeem, ({ caller, body }) => redeem(deps, caller, body.key))
}
