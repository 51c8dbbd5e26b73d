import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import type { Limits } from './limits.ts'

/** Who calls, as the database knows them at this moment. */
export type Caller = {
  id: number
  username: string
  role: number
  status: number
  group: string
  /** Present when a browser session vouches for the caller, absent for a system access token. */
  session?: { hash: string; created_at: number }
}

/** What the credentials of a request amount to, before any rule is applied. */
export type Identity =
  | { kind: 'none' }
  | { kind: 'stale session' }
  | { kind: 'unknown access token' }
  | { kind: 'caller'; caller: Caller }

/** What every route needs and `http/` cannot know itself; the app hands it in. */
export type Gate = {
  identify(request: FastifyRequest): Promise<Identity>
  /** Refuses unless the bot check is off or this token was just solved. */
  checkBot(token: string | undefined, address: string): Promise<void>
  limits: Limits
  log: Log
}

declare module 'fastify' {
  interface FastifyInstance {
    gate: Gate
  }
  interface FastifyContextConfig {
    /** Every route says who may call it; one that does not keeps the server from starting. */
    access?: import('@turnpike/contract/endpoint').Access
  }
}

export function installGate(app: FastifyInstance, gate: Gate) {
  app.decorate('gate', gate)
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`)
  })
}
