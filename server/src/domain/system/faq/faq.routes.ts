import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'

/** Questions and answers of the operator. */
export function faqRoutes(_app: FastifyInstance, _deps: Deps) {}
