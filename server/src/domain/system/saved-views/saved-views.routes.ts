import { savedViewApi } from '@turnpike/contract/system/saved-view'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { changeView, createView, listViews, removeView } from './saved-views.rules.ts'

export function savedViewRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, savedViewApi.list, ({ caller, query }) => listViews(deps, caller, query.list))
  serve(app, savedViewApi.create, ({ caller, body }) => createView(deps, caller, body))
  serve(app, savedViewApi.update, ({ caller, body }) => changeView(deps, caller, body))
  serve(app, savedViewApi.remove, ({ caller, params }) => removeView(deps, caller, params.id))
}
