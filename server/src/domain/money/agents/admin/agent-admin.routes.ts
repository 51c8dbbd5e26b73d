import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import type { Caller } from '../../../../http/caller.ts'
import { serve } from '../../../../http/serve.ts'
import { administratorOf } from '../../../identity/user-admin/authority.ts'
import { actorOf } from '../../../system/audit/audit.queries.ts'
import { watchDividends } from '../lists/dividends.rules.ts'
import {
  approveWithdrawal,
  payWithdrawal,
  refuseWithdrawal,
  watchWithdrawals,
} from '../withdrawals/decide-withdrawals.rules.ts'
import { exportPayable, readAccount } from '../withdrawals/payout-accounts.rules.ts'
import { readMethods } from '../withdrawals/payout-methods.queries.ts'
import { setMethods } from '../withdrawals/payout-methods.rules.ts'
import { appoint, approve, end, refuse } from './agent-acts.rules.ts'
import { decideDividend } from './decide-dividend.rules.ts'
import { listAgents, readListed } from './list-agents.rules.ts'
import { listTerms, setTerms } from './terms-admin.rules.ts'

/** What administrators see of agents, and decide. */
export function agentAdminRoutes(app: FastifyInstance, deps: Deps) {
  const { store, limits, clock } = deps
  const administrator = administratorOf(clock)
  const countSearch = async ({ id }: Caller, keyword: string | undefined) => {
    if (keyword) await limits.take('search', String(id))
  }

  serve(app, agentAdminApi.list, async ({ caller, query }) => {
    await countSearch(caller, query.keyword)
    return listAgents(store, query, clock())
  })
  serve(app, agentAdminApi.get, ({ params }) => readListed(store, params.id, clock()))
  serve(app, agentAdminApi.appoint, (incoming) => appoint(deps, administrator(incoming), incoming.body.user_id))
  serve(app, agentAdminApi.approve, (incoming) => approve(deps, administrator(incoming), incoming.params.id))
  serve(app, agentAdminApi.refuse, (incoming) =>
    refuse(deps, administrator(incoming), incoming.params.id, incoming.body.reason),
  )
  serve(app, agentAdminApi.end, (incoming) =>
    end(deps, administrator(incoming), incoming.params.id, incoming.body.reason),
  )

  serve(app, agentAdminApi.terms, () => listTerms(store, clock()))
  serve(app, agentAdminApi.setTerms, (incoming) => setTerms(deps, actorOf(incoming, clock()), incoming.body))

  serve(app, agentAdminApi.dividends, async ({ caller, query }) => {
    await countSearch(caller, query.keyword)
    return watchDividends(store, query, clock())
  })
  serve(app, agentAdminApi.release, (incoming) => {
    const { params, body } = incoming
    return decideDividend(deps, administrator(incoming), { ...params, ...body, decision: 'released' })
  })
  serve(app, agentAdminApi.refuseDividend, (incoming) => {
    const { params, body } = incoming
    return decideDividend(deps, administrator(incoming), { ...params, ...body, decision: 'refused' })
  })

  serve(app, agentAdminApi.withdrawals, async ({ caller, query }) => {
    await countSearch(caller, query.keyword)
    return watchWithdrawals(store, query)
  })
  serve(app, agentAdminApi.account, (incoming) => readAccount(deps, actorOf(incoming, clock()), incoming.params.id))
  serve(app, agentAdminApi.approveWithdrawal, (incoming) =>
    approveWithdrawal(deps, administrator(incoming), incoming.params.id),
  )
  serve(app, agentAdminApi.refuseWithdrawal, (incoming) =>
    refuseWithdrawal(deps, administrator(incoming), incoming.params.id, incoming.body.reason),
  )
  serve(app, agentAdminApi.payWithdrawal, (incoming) =>
    payWithdrawal(deps, administrator(incoming), incoming.params.id, incoming.body.reference),
  )
  serve(app, agentAdminApi.export, async (incoming) => {
    const file = await exportPayable(deps, actorOf(incoming, clock()), incoming.query)
    incoming.reply.type('text/csv; charset=utf-8')
    incoming.reply.header('Content-Disposition', 'attachment; filename="payouts.csv"')
    return file
  })

  serve(app, agentAdminApi.methods, () => readMethods(store))
  serve(app, agentAdminApi.setMethods, (incoming) =>
    setMethods(store, actorOf(incoming, clock()), incoming.body.methods),
  )
}
