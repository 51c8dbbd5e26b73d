import { Readable } from 'node:stream'
import { logApi } from '@turnpike/contract/usage/log'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { callScopeOf } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { clearLogs } from './clear-logs.rules.ts'
import type { ExportFormat } from './export-logs.ts'
import {
  exportAllLogs,
  exportOwnLogs,
  listLogs,
  listOwnLogs,
  listTokenLogs,
  searchLogs,
  statLogs,
  statOwnLogs,
} from './logs.rules.ts'

export function logRoutes(app: FastifyInstance, { store, logStore, clock, vault, limits }: Deps) {
  const stores = { store, logStore }
  serve(app, logApi.self, ({ caller, query }) => listOwnLogs(stores, callScopeOf(caller), query, clock()))
  serve(app, logApi.list, ({ query }) => listLogs(stores, query, clock()))
  serve(app, logApi.selfStat, ({ caller, query }) => statOwnLogs(stores, callScopeOf(caller), query, clock()))
  serve(app, logApi.stat, ({ query }) => statLogs(stores, query, clock()))
  const sendFile = (reply: FastifyReply, format: ExportFormat, lines: AsyncGenerator<string>) => {
    reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
    reply.header('Content-Disposition', `attachment; filename="usage-log.${format}"`)
    return Readable.from(lines)
  }
  serve(app, logApi.selfExport, ({ caller, query, reply }) =>
    sendFile(reply, query.format, exportOwnLogs(stores, callScopeOf(caller), query, clock())),
  )
  serve(app, logApi.export, ({ query, reply }) => sendFile(reply, query.format, exportAllLogs(stores, query, clock())))
  serve(app, logApi.selfSearch, ({ caller, query }) => searchLogs(stores, query.keyword, callScopeOf(caller)))
  serve(app, logApi.search, ({ query }) => searchLogs(stores, query.keyword))
  serve(app, logApi.ofToken, async ({ query, request }) => {
    const hashOf = (key: string) => vault.hash(key, 'token key')
    try {
      return await listTokenLogs(stores, hashOf, { ...query, key: query.key ?? request.headers.authorization })
    } catch (error) {
      await limits.take('invalid relay key', request.ip) // a wrong key may be a guess
      throw error
    }
  })
  serve(app, logApi.clear, (incoming) =>
    clearLogs({ store, logStore }, actorOf(incoming, clock()), incoming.query.target_timestamp),
  )
}
