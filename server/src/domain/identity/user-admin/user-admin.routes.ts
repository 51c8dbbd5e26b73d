import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { quotaEditOf } from './adjust-quota.rules.ts'
import { administratorOf } from './authority.ts'
import { editPerson } from './edit-user.rules.ts'
import { managePerson, removePerson } from './manage-user.rules.ts'
import { undoPersonAct } from './undo-user.rules.ts'
import { createPerson, listPeople, quotaHistory, readPerson } from './user-admin.rules.ts'

export function userAdminRoutes(app: FastifyInstance, deps: Deps) {
  const { store, limits, clock } = deps
  const administrator = administratorOf(clock)

  serve(app, userAdminApi.list, ({ caller, query }) => listPeople(store, caller, query))
  serve(app, userAdminApi.search, async ({ caller, query }) => {
    await limits.take('search', String(caller.id))
    return listPeople(store, caller, query)
  })
  serve(app, userAdminApi.get, ({ caller, params }) => readPerson(store, caller, params.id))
  serve(app, userAdminApi.ledger, ({ caller, params, query }) => quotaHistory(store, caller, params.id, query))
  serve(app, userAdminApi.create, (incoming) => createPerson(deps, administrator(incoming), incoming.body))
  serve(app, userAdminApi.update, (incoming) => editPerson(deps, administrator(incoming), incoming.body))
  serve(app, userAdminApi.manage, async (incoming) => {
    const { id, action, value = 0, mode, reason } = incoming.body
    if (action !== 'add_quota') return managePerson(store, administrator(incoming), { id, action })
    const edit = { id, reason, ...quotaEditOf(mode, value) }
    const { status, role } = await editPerson(deps, administrator(incoming), edit)
    return { data: { status, role } }
  })
  serve(app, userAdminApi.remove, (incoming) => removePerson(store, administrator(incoming), incoming.params.id))
  serve(app, userAdminApi.undo, (incoming) => undoPersonAct(store, administrator(incoming), incoming.body.id))
}
