import { orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { serve } from '../../../../http/serve.ts'
import { administratorOf } from '../../user-admin/authority.ts'
import { changeAccount, changeBalance, deleteAccount } from './manage-org.rules.ts'
import { ledgerOf, listAccounts, membersOf, showAccount } from './org-admin.rules.ts'

/** What administrators of the installation see of organisations, and do to them. */
export function orgAdminRoutes(app: FastifyInstance, deps: Deps) {
  const { limits, clock } = deps
  const administrator = administratorOf(clock)

  serve(app, orgAdminApi.list, async ({ caller, query }) => {
    if (query.keyword) await limits.take('search', String(caller.id))
    return listAccounts(deps, query)
  })
  serve(app, orgAdminApi.get, ({ params }) => showAccount(deps, params.id))
  serve(app, orgAdminApi.members, ({ params, query }) => membersOf(deps, params.id, query))
  serve(app, orgAdminApi.ledger, ({ params, query }) => ledgerOf(deps, params.id, query))
  serve(app, orgAdminApi.update, (incoming) =>
    changeAccount(deps, administrator(incoming), incoming.params.id, incoming.body),
  )
  serve(app, orgAdminApi.changeBalance, (incoming) =>
    changeBalance(deps, administrator(incoming), incoming.params.id, incoming.body),
  )
  serve(app, orgAdminApi.remove, (incoming) =>
    deleteAccount(deps, administrator(incoming), incoming.params.id, incoming.body.reason),
  )
}
