import { tokenApi } from '@turnpike/contract/identity/token'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { changeTokens, removeTokens } from './token-batch.rules.ts'
import {
  changeToken,
  createToken,
  getToken,
  listTokens,
  removeToken,
  searchTokens,
  switchToken,
} from './tokens.rules.ts'
import { undoTokenAct } from './undo-token.rules.ts'

export function tokenRoutes(app: FastifyInstance, deps: Deps) {
  const { clock } = deps
  serve(app, tokenApi.list, ({ caller, query }) => listTokens(deps, caller, query))
  serve(app, tokenApi.search, ({ caller, query }) => searchTokens(deps, caller, query))
  serve(app, tokenApi.get, ({ caller, params }) => getToken(deps, caller, params.id))
  serve(app, tokenApi.create, ({ caller, body }) => createToken(deps, caller, body))
  serve(app, tokenApi.update, async (incoming) => {
    const { caller, query, body } = incoming
    if (query.status_only) return switchToken(deps, caller, actorOf(incoming, clock()), body)
    return { data: await changeToken(deps, caller, body) }
  })
  serve(app, tokenApi.remove, (incoming) =>
    removeToken(deps, incoming.caller, actorOf(incoming, clock()), incoming.params.id),
  )
  serve(app, tokenApi.undo, (incoming) =>
    undoTokenAct(deps, incoming.caller, actorOf(incoming, clock()), incoming.body.id),
  )
  serve(app, tokenApi.changeMany, (incoming) =>
    changeTokens(deps, incoming.caller, actorOf(incoming, clock()), incoming.body),
  )
  serve(app, tokenApi.removeMany, (incoming) =>
    removeTokens(deps, incoming.caller, actorOf(incoming, clock()), incoming.body.ids),
  )
}
