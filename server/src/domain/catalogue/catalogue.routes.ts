import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'

export function catalogueRoutes(_app: FastifyInstance, _deps: Deps) {}
