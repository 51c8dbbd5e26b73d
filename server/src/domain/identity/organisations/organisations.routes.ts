import { orgApi } from '@turnpike/contract/identity/organisation-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import type { Acting } from './in-organisation.ts'
import { accept, invite, listInvitations, lookAtInvitation, revoke } from './invitations.rules.ts'
import { changeMember, listMembers, removeMember } from './members.rules.ts'
import { memberLedger } from './org-ledger.rules.ts'
import { changeOrg, createOrg, leaveOrg, listOrgs, removeOrg, showOrg } from './organisations.rules.ts'
import { statementOf } from './statement/statement.rules.ts'
import { statementFile } from './statement/statement-file.ts'
import { acceptOffer, endOffer, offer } from './transfers.rules.ts'

export function organisationRoutes(app: FastifyInstance, deps: Deps) {
  const { store, options, clock } = deps
  const acting = (incoming: { caller: Caller; request: FastifyRequest }): Acting => ({
    caller: incoming.caller,
    actor: actorOf(incoming, clock()),
  })

  serve(app, orgApi.list, ({ caller }) => listOrgs(deps, caller))
  serve(app, orgApi.create, (incoming) => createOrg(deps, acting(incoming), incoming.body.name))
  serve(app, orgApi.show, ({ caller, params }) => showOrg(deps, caller, params.id))
  serve(app, orgApi.update, (incoming) => changeOrg(deps, acting(incoming), incoming.params.id, incoming.body))
  serve(app, orgApi.remove, (incoming) => removeOrg(deps, acting(incoming), incoming.params.id))
  serve(app, orgApi.leave, (incoming) => leaveOrg(deps, acting(incoming), incoming.params.id))

  serve(app, orgApi.members, ({ caller, params, query }) => listMembers(deps, caller, params.id, query))
  serve(app, orgApi.updateMember, (incoming) => changeMember(deps, acting(incoming), incoming.params, incoming.body))
  serve(app, orgApi.removeMember, (incoming) => removeMember(deps, acting(incoming), incoming.params))

  serve(app, orgApi.invitations, ({ caller, params, query }) => listInvitations(deps, caller, params.id, query))
  serve(app, orgApi.invite, (incoming) => {
    const { body, params, request } = incoming
    const language = preferredLanguage(request.headers['accept-language'], options.current().DefaultLanguage)
    return invite(deps, acting(incoming), params.id, body, { address: request.ip, language })
  })
  serve(app, orgApi.revokeInvitation, (incoming) => revoke(deps, acting(incoming), incoming.params))
  serve(app, orgApi.lookAtInvitation, ({ caller, body, request }) =>
    lookAtInvitation(deps, caller, body.code, request.ip),
  )
  serve(app, orgApi.accept, (incoming) => accept(deps, acting(incoming), incoming.body.code))

  serve(app, orgApi.offer, (incoming) => {
    const { params, body } = incoming
    return offer(deps, acting(incoming), { id: params.id, user: body.user_id })
  })
  serve(app, orgApi.withdrawOffer, (incoming) => endOffer(deps, acting(incoming), incoming.params.id))
  serve(app, orgApi.acceptOffer, (incoming) => acceptOffer(deps, acting(incoming), incoming.params.id))

  serve(app, orgApi.ledger, ({ caller, params, query }) => memberLedger(store, caller, params.id, query))
  serve(app, orgApi.statement, ({ caller, params, query }) => statementOf(store, caller, params.id, query))
  serve(app, orgApi.statementFile, async ({ caller, params, query, reply }) => {
    const statement = await statementOf(store, caller, params.id, query)
    reply.type('text/csv; charset=utf-8')
    reply.header('Content-Disposition', `attachment; filename="statement-${query.month}.csv"`)
    return statementFile(statement, options.current().QuotaPerUnit)
  })
}
