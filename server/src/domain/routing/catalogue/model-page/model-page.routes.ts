import { modelPageApi } from '@turnpike/contract/routing/model-page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../../http/serve.ts'
import { type ModelPageDeps, modelPage } from './model-page.rules.ts'

export function modelPageRoutes(app: FastifyInstance, deps: ModelPageDeps) {
  serve(app, modelPageApi.get, ({ caller, query }) => modelPage(deps, caller, query))
}
