import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'

export function peopleRoutes(_app: FastifyInstance, _deps: Deps) {}
