import { logApi } from '@turnpike/contract/log'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { actorOf } from '../audit/audit.queries.ts'
import { clearLogs } from './clear-logs.rules.ts'
import { listLogs, listOwnLogs } from './logs.rules.ts'

export function logRoutes(app: FastifyInstance, { store, logStore, clock }: Deps) {
  serve(app, logApi.self, ({ caller, query }) => listOwnLogs(logStore, caller.id, query, clock()))
  serve(app, logApi.list, ({ query }) => listLogs(logStore, query, clock()))
  serve(app, logApi.clear, (incoming) =>
    clearLogs({ store, logStore }, actorOf(incoming, clock()), incoming.query.target_timestamp),
  )
}
