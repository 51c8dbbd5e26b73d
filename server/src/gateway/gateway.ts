import type { FastifyInstance } from 'fastify'
import type { RelayDeps } from './entry/relay-deps.ts'
import { relayScope } from './entry/relay-scope.ts'
import { billingRoutes } from './routes/billing-routes.ts'
import { chatRoutes, unsupportedRoutes } from './routes/chat-routes.ts'
import { modelRoutes } from './routes/model-routes.ts'
import { playgroundRoutes } from './routes/playground-routes.ts'
import { realtimeRoutes } from './routes/realtime-routes.ts'
import { singleRoutes } from './routes/single-routes.ts'

/** Everything a key can call. */
export function gatewayRoutes(app: FastifyInstance, deps: RelayDeps) {
  relayScope(app, deps)
  chatRoutes(app, deps)
  singleRoutes(app, deps)
  realtimeRoutes(app, deps)
  modelRoutes(app, deps)
  billingRoutes(app, deps)
  unsupportedRoutes(app)
  // A scope of its own: its answers name the route, those to keys never do.
  app.register(async (scope) => playgroundRoutes(scope, deps))
}
