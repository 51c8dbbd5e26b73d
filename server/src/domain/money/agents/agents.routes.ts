import { Readable } from 'node:stream'
import { agentApi } from '@turnpike/contract/money/agents/agent-api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { serve } from '../../../http/serve.ts'
import { requireOwner } from '../../identity/self/require-owner.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { apply, selfOf } from './agents.rules.ts'
import { listDividends } from './lists/dividends.rules.ts'
import { listInvited, listMonths } from './lists/invited.rules.ts'
import { statementFile } from './lists/statement-file.ts'
import { readMethods } from './withdrawals/payout-methods.queries.ts'
import { askWithdrawal, cancelWithdrawal, listOwnWithdrawals } from './withdrawals/withdrawals.rules.ts'

/** What agents see and do. */
export function agentRoutes(app: FastifyInstance, deps: Deps) {
  const { store, options, clock } = deps

  serve(app, agentApi.self, ({ caller }) => selfOf(deps, caller.id, clock()))
  serve(app, agentApi.apply, (incoming) => apply(deps, incoming.caller, actorOf(incoming, clock()), incoming.body.note))
  serve(app, agentApi.invited, ({ caller, query }) => listInvited(store, caller.id, query))
  serve(app, agentApi.months, ({ caller }) => listMonths(store, caller.id, clock()))
  serve(app, agentApi.dividends, ({ caller, query }) => listDividends(store, caller.id, query, clock()))
  serve(app, agentApi.statement, ({ caller, query, reply }) => {
    reply.type('text/csv; charset=utf-8')
    reply.header('Content-Disposition', `attachment; filename="earnings-${query.month}.csv"`)
    const { QuotaPerUnit: quotaPerUnit } = options.current()
    return Readable.from(statementFile(store, { user_id: caller.id, month: query.month, quotaPerUnit }))
  })

  serve(app, agentApi.methods, async () => (await readMethods(store)).filter(({ enabled }) => enabled))
  serve(app, agentApi.withdrawals, ({ caller, query }) => listOwnWithdrawals(store, caller.id, query))
  serve(app, agentApi.withdraw, async (incoming) => {
    const { caller, body, request } = incoming
    await requireOwner(deps, caller, { address: request.ip })
    const language = preferredLanguage(request.headers['accept-language'])
    return askWithdrawal(deps, actorOf(incoming, clock()), body, language)
  })
  serve(app, agentApi.cancel, (incoming) => cancelWithdrawal(deps, actorOf(incoming, clock()), incoming.params.id))
}
