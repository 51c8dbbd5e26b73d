import { liveCallsApi } from '@turnpike/contract/usage/live-calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { cancelLive, type LiveDeps, listLive } from './live-calls.rules.ts'

export function liveCallRoutes(app: FastifyInstance, deps: LiveDeps) {
  serve(app, liveCallsApi.list, ({ query }) => listLive(deps, query))
  serve(app, liveCallsApi.cancel, (incoming) =>
    cancelLive(deps, incoming.body.request_id, actorOf(incoming, deps.clock())),
  )
}
