import { logApi } from '@turnpike/contract/log'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { listLogs, listOwnLogs } from './logs.rules.ts'

export function logRoutes(app: FastifyInstance, { logStore }: Deps) {
  serve(app, logApi.self, ({ caller, query }) => listOwnLogs(logStore, caller.id, query))
  serve(app, logApi.list, ({ query }) => listLogs(logStore, query))
}
