import { shareApi } from '@turnpike/contract/identity/share-link'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { createLinks, listLinks, lookAtLink, revealKey, revoke } from './share-links.rules.ts'

export function shareLinkRoutes(app: FastifyInstance, deps: Deps) {
  const { clock } = deps
  const visitorOf = ({ ip, id }: FastifyRequest) => ({ address: ip, request_id: id })

  serve(app, shareApi.create, (incoming) =>
    createLinks(deps, incoming.caller, incoming.body, actorOf(incoming, clock())),
  )
  serve(app, shareApi.list, ({ caller, params }) => listLinks(deps, caller, params.id))
  serve(app, shareApi.revoke, (incoming) =>
    revoke(deps, incoming.caller, incoming.params.id, actorOf(incoming, clock())),
  )
  serve(app, shareApi.look, ({ body, request }) => lookAtLink(deps, body.code, visitorOf(request)))
  serve(app, shareApi.reveal, ({ body, request }) => revealKey(deps, body.code, visitorOf(request)))
}
