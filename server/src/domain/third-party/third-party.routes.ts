import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'

export function thirdPartyRoutes(_app: FastifyInstance, _deps: Deps) {}
