import { priceSourceApi } from '@turnpike/contract/money/price-sources'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { serve } from '../../../../http/serve.ts'
import { actorOf } from '../../../system/audit/audit.queries.ts'
import { appliedOne, listApplied, undoApplied } from './applied-prices.rules.ts'
import { changeSource, createSource, listSources, removeSource, runSourceNow } from './price-sources.rules.ts'
import { decide, listProposals } from './proposals.rules.ts'

/** Price sources, the proposals that they make, and the prices that were applied. */
export function priceSourceRoutes(app: FastifyInstance, deps: Deps) {
  const { clock } = deps
  serve(app, priceSourceApi.list, () => listSources(deps))
  serve(app, priceSourceApi.create, (incoming) => createSource(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, priceSourceApi.update, (incoming) => changeSource(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, priceSourceApi.remove, (incoming) =>
    removeSource(deps, actorOf(incoming, clock()), Number(incoming.params.id)),
  )
  serve(app, priceSourceApi.run, (incoming) =>
    runSourceNow(deps, actorOf(incoming, clock()), Number(incoming.params.id)),
  )
  serve(app, priceSourceApi.proposals, ({ query }) => listProposals(deps, query))
  serve(app, priceSourceApi.decide, (incoming) => decide(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, priceSourceApi.applied, ({ query }) => listApplied(deps, query))
  serve(app, priceSourceApi.appliedOne, ({ params }) => appliedOne(deps, Number(params.id)))
  serve(app, priceSourceApi.undo, (incoming) =>
    undoApplied(deps, actorOf(incoming, clock()), Number(incoming.params.id)),
  )
}
