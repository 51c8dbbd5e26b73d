import type { FastifyInstance } from 'fastify'
import { billingRoutes } from './billing-routes.ts'
import { chatRoutes, unsupportedRoutes } from './chat-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { plainRoutes } from './plain-routes.ts'
import { playgroundRoutes } from './playground-routes.ts'
import { realtimeRoutes } from './realtime-routes.ts'
import type { RelayDeps } from './relay-deps.ts'
import { relayScope } from './relay-scope.ts'

/** Everything a key can call. */
export function gatewayRoutes(app: FastifyInstance, deps: RelayDeps) {
  relayScope(app, deps)
  chatRoutes(app, deps)
  plainRoutes(app, deps)
  realtimeRoutes(app, deps)
  modelRoutes(app, deps)
  billingRoutes(app, deps)
  unsupportedRoutes(app)
  playgroundRoutes(app, deps)
}
