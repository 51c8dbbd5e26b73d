import type { FastifyInstance } from 'fastify'
import { preferredLanguage } from '../../http/language.ts'
import { readModel } from '../entry/body/read-fields.ts'
import { noteFailure, startFailureContext } from '../entry/errors/note-failure.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { readCredential } from '../entry/key/credentials.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf } from '../entry/relay-scope.ts'
import { endTrace, startTrace } from '../entry/trace-call.ts'
import { type RealtimeSessions, relayRealtime } from '../realtime/relay-realtime.ts'
import { realtimePath, takeUpgrades } from '../realtime/upgrade.ts'

/** Realtime sessions over a WebSocket. */
export function realtimeRoutes(app: FastifyInstance, deps: RelayDeps) {
  const upgradeOf = takeUpgrades(app)
  const sessions: RealtimeSessions = new Set()
  const running = new Set<Promise<void>>()

  app.get(realtimePath, { config: { access: 'public' } }, async (request, reply) => {
    const upgrade = upgradeOf(request)
    const model = readModel((request.query as { model?: unknown }).model)
    const credential = readCredential(request, {})
    if (deps.traces) startTrace(request, reply, deps.traces)
    const incoming = {
      request_id: request.id,
      model,
      trace: request.trace,
      headers: request.headers,
      language: preferredLanguage(request.headers['accept-language'], 'en'),
      authenticate: async () => deps.authenticate(credential, request.ip, deps.snapshot.current()),
    }
    const accept = () => {
      reply.hijack()
      return upgrade.accept()
    }
    startFailureContext(request, callerOf(request), model)
    const session = relayRealtime(callerOf(request), incoming, { ...upgrade, accept }, sessions, deps)
    running.add(session)
    try {
      await session
    } catch (error) {
      noteFailure(request, error, deps)
      if (!reply.sent) throw error
    } finally {
      running.delete(session)
      if (reply.sent) endTrace(request, reply, 101)
    }
    return reply
  })

  // Sessions that are open at shutdown get as much time as calls do, and are charged before the process ends.
  app.addHook('preClose', async () => {
    const stop = { reason: 'stopped', by: 'us', error: new Refusal('server_stopping'), code: 1012 } as const
    const stopAll = () => {
      for (const session of sessions) session.stop(stop)
    }
    setTimeout(stopAll, deps.config.DRAIN_SECONDS * 1000).unref()
  })
  app.addHook('onClose', async () => {
    await Promise.allSettled(running)
  })
}
