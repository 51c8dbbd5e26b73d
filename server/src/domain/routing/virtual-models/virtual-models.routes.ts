import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { undoVirtualModelAct } from './undo-virtual-model.rules.ts'
import {
  changeVirtualModel,
  createVirtualModel,
  listVirtualModels,
  memberChoices,
  removeVirtualModel,
} from './virtual-models.rules.ts'

export function virtualModelRoutes(app: FastifyInstance, deps: Deps) {
  const { clock } = deps
  serve(app, virtualModelApi.list, () => listVirtualModels(deps))
  serve(app, virtualModelApi.choices, () => memberChoices(deps))
  serve(app, virtualModelApi.create, (incoming) => createVirtualModel(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, virtualModelApi.update, (incoming) => changeVirtualModel(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, virtualModelApi.remove, (incoming) =>
    removeVirtualModel(deps, actorOf(incoming, clock()), incoming.params.id),
  )
  serve(app, virtualModelApi.undo, (incoming) =>
    undoVirtualModelAct(deps, actorOf(incoming, clock()), incoming.body.id),
  )
}
