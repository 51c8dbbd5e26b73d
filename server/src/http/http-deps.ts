import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import type { Caller, Identity, Seat } from './caller.ts'
import type { Limits } from './limits.ts'

/** The deps of every route, passed in by the app because `http/` imports no domain. */
export type HttpDeps = {
  identify(request: FastifyRequest): Promise<Identity>
  /** The place of a user in a live organisation; undefined for those who are no members. */
  findSeat(orgId: number, userId: number): Promise<Seat | undefined>
  /** Refuses unless the bot check is off or this token was just solved. */
  checkBot(token: string | undefined, address: string): Promise<void>
  limits: Pick<Limits, 'take'>
  log: Log
}

declare module 'fastify' {
  interface FastifyInstance {
    httpDeps: HttpDeps
  }
  interface FastifyRequest {
    /** Who calls an endpoint of the console; undefined for strangers. */
    consoleCaller: Caller | undefined
  }
}

export function installHttpDeps(app: FastifyInstance, deps: HttpDeps) {
  app.decorate('httpDeps', deps)
  app.decorateRequest('consoleCaller', undefined)
}
