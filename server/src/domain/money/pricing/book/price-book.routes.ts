import { priceBookApi, priceListBytesMax } from '@turnpike/contract/money/price-book'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { serve } from '../../../../http/serve.ts'
import { actorOf } from '../../../system/audit/audit.queries.ts'
import { readPriceList } from '../lists/price-lists.rules.ts'
import { countListeners } from '../notices/price-notices.rules.ts'
import { changePrices, editPriceChange, listPending, removePriceChange } from './price-changes.rules.ts'
import { whatIf } from './what-if.rules.ts'

/** Price changes with a start time, and what-if computations of changed prices. */
export function priceBookRoutes(app: FastifyInstance, deps: Deps) {
  const { clock } = deps
  serve(app, priceBookApi.pending, () => listPending(deps))
  serve(app, priceBookApi.change, (incoming) => changePrices(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, priceBookApi.edit, (incoming) => editPriceChange(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, priceBookApi.remove, (incoming) =>
    removePriceChange(deps, actorOf(incoming, clock()), Number(incoming.params.id)),
  )
  serve(app, priceBookApi.readList, ({ body }) => readPriceList(deps, body), { bodyBytesMax: priceListBytesMax * 2 })
  serve(app, priceBookApi.whatIf, async ({ body: { changes } }) => ({
    ...(await whatIf(deps, changes, clock())),
    told: await countListeners(deps, changes),
  }))
}
