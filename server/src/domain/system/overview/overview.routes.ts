import { overviewApi } from '@turnpike/contract/system/overview'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { readOverview } from './overview.rules.ts'

export function overviewRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, overviewApi.overview, ({ caller, query }) => readOverview(deps, caller, query.time_zone ?? 'UTC'))
}
