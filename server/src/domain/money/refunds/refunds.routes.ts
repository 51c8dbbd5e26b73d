import { refundApi } from '@turnpike/contract/money/refund'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { readCallRefunds, refundCall } from './refund-call.rules.ts'

export function refundRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, refundApi.ofCall, ({ caller, query }) => readCallRefunds(deps, caller, query.request_id))
  serve(app, refundApi.refundCall, (incoming) =>
    refundCall(deps, { caller: incoming.caller, actor: actorOf(incoming, deps.clock()) }, incoming.body),
  )
}
