import { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { type ExplainDeps, explainRoute } from './explain-route.ts'

export function explainRoutes(app: FastifyInstance, deps: ExplainDeps) {
  serve(app, routeExplainApi.explain, ({ caller, body }) => explainRoute(deps, caller, body))
}
