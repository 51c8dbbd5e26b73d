import { pricingApi } from '@turnpike/contract/money/pricing'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { modelsByType } from '@turnpike/contract/routing/known-models'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { readAllServedModels } from './catalogue.queries.ts'
import { listKnownModels, ownModels, unpricedModels } from './catalogue.rules.ts'
import { groupsOfCaller, usableGroups } from './usable-groups.ts'

export function catalogueRoutes(app: FastifyInstance, deps: Deps) {
  const { options } = deps
  serve(app, catalogueApi.groups, () => Object.keys(options.current().GroupRatio))
  serve(app, catalogueApi.ownGroups, ({ caller }) => groupsOfCaller(options.current(), caller))
  serve(app, catalogueApi.openGroups, () => usableGroups(options.current()))
  serve(app, catalogueApi.ownModels, ({ caller, query }) => ownModels(deps, caller, query.group))
  serve(app, pricingApi.unpriced, ({ body }) => unpricedModels(deps, body.models))
  serve(app, catalogueApi.modelsByType, () => modelsByType)
  serve(app, catalogueApi.knownModels, () => listKnownModels(options.current()))
  serve(app, catalogueApi.servedModels, async () => (await readAllServedModels(deps.store)).sort())
}
