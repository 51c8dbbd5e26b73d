import { tokenApi } from '@turnpike/contract/token'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
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

export function tokenRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, tokenApi.list, ({ caller, query }) => listTokens(deps, caller, query))
  serve(app, tokenApi.search, ({ caller, query }) => searchTokens(deps, caller, query))
  serve(app, tokenApi.get, ({ caller, params }) => getToken(deps, caller, params.id))
  serve(app, tokenApi.create, ({ caller, body }) => createToken(deps, caller, body))
  serve(app, tokenApi.update, ({ caller, query, body }) =>
    query.status_only ? switchToken(deps, caller, body) : changeToken(deps, caller, body),
  )
  serve(app, tokenApi.remove, ({ caller, params }) => removeToken(deps, caller, params.id))
  serve(app, tokenApi.changeMany, ({ caller, body }) => changeTokens(deps, caller, body))
  serve(app, tokenApi.removeMany, ({ caller, body }) => removeTokens(deps, caller, body.ids))
}
