import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'

/** What administrators see of agents, and decide. */
export function agentAdminRoutes(_app: FastifyInstance, _deps: Deps) {}
