import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'

/** What agents see and do. */
export function agentRoutes(_app: FastifyInstance, _deps: Deps) {}
