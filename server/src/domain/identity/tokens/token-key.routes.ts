import { tokenKeyApi } from '@turnpike/contract/identity/token-key'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { revealKey, usageOfKey } from './token-key.rules.ts'

export function tokenKeyRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, tokenKeyApi.reveal, (incoming) =>
    revealKey(deps, incoming.caller, actorOf(incoming, deps.clock()), incoming.params.id),
  )
  serve(app, tokenKeyApi.usage, async ({ request }) => {
    const data = await usageOfKey(deps, request.headers.authorization, request.ip)
    return { success: true, code: true, message: 'ok', data } as const
  })
}
