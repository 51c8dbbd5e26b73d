import type { FastifyInstance } from 'fastify'
import type { TaskDeps } from './entry/relay-deps.ts'
import { relayScope } from './entry/relay-scope.ts'
import { billingRoutes } from './routes/billing-routes.ts'
import { chatRoutes } from './routes/chat-routes.ts'
import { modelRoutes } from './routes/model-routes.ts'
import { playgroundRoutes } from './routes/playground-routes.ts'
import { realtimeRoutes } from './routes/realtime-routes.ts'
import { singleRoutes } from './routes/single-routes.ts'
import { unservedRoutes } from './routes/unserved-routes.ts'
import { mjRoutes } from './tasks/midjourney/mj-routes.ts'
import { sunoRoutes } from './tasks/suno/suno-routes.ts'
import { videoRoutes } from './tasks/video/video-routes.ts'

/** Every route that takes a key. */
export function gatewayRoutes(app: FastifyInstance, deps: TaskDeps) {
  relayScope(app, deps)
  chatRoutes(app, deps)
  singleRoutes(app, deps)
  realtimeRoutes(app, deps)
  modelRoutes(app, deps)
  billingRoutes(app, deps)
  unservedRoutes(app)
  mjRoutes(app, deps)
  sunoRoutes(app, deps)
  videoRoutes(app, deps)
  // A separate scope: its responses name the route, responses to keys never do.
  app.register(async (scope) => playgroundRoutes(scope, deps))
}
