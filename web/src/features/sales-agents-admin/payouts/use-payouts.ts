import { useMutation } from '@tanstack/react-query'
import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import type { WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import dayjs from 'dayjs'
import { useListChange, usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { call, download } from '../../../lib/api/call.ts'
import { saveStream } from '../../../lib/browser/save-stream.ts'
import { agentsKey, paramsOf } from '../agents-key.ts'

export const payoutFilterNames = ['keyword', 'status'] as const
/** In the address; an empty text is absent. */
export type PayoutFilters = Record<(typeof payoutFilterNames)[number], string>

/** One page of the requests that match; those that wait first. */
export const usePayouts = ({ keyword, status }: PayoutFilters) =>
  usePageQuery([agentsKey, 'payouts', keyword, status], (range) =>
    call(agentAdminApi.withdrawals, { query: { ...range, keyword: keyword.trim(), status } }),
  )

/** A request that the open page does not hold: one of the latest of those that match. */
export const loadPayout =
  ({ keyword, status }: PayoutFilters) =>
  async (id: string): Promise<WatchedWithdrawal | undefined> => {
    const query = { p: 1, page_size: pageSizeMax, keyword: keyword.trim(), status }
    const { items } = await call(agentAdminApi.withdrawals, { query })
    return items.find((payout) => String(payout.id) === id)
  }

/** A request as it is now, among the latest of the agent. */
export async function findPayout({ id, agent_id }: WatchedWithdrawal): Promise<WatchedWithdrawal | undefined> {
  const query = { p: 1, page_size: pageSizeMax, agent_id: String(agent_id) }
  return (await call(agentAdminApi.withdrawals, { query })).items.find((payout) => payout.id === id)
}

/** What is left of the amount for the agent. */
export const netOf = ({ amount, fee }: Pick<WatchedWithdrawal, 'amount' | 'fee'>) => amount - fee

export type PayoutAct =
  | { kind: 'approve'; id: number }
  | { kind: 'refuse'; id: number; reason: string }
  | { kind: 'pay'; id: number; reference: string }

function send(act: PayoutAct): Promise<WatchedWithdrawal> {
  const params = paramsOf(act)
  if (act.kind === 'approve') return call(agentAdminApi.approveWithdrawal, { params })
  if (act.kind === 'refuse') return call(agentAdminApi.refuseWithdrawal, { params, body: { reason: act.reason } })
  return call(agentAdminApi.payWithdrawal, { params, body: { reference: act.reference } })
}

export const usePayoutAct = (onDone: () => void) => useListChange(agentsKey, send, { onDone })

/** The account is asked for by a press, because every look is audited; it is gone when the drawer closes. */
export const useAccount = (payout: WatchedWithdrawal) =>
  useMutation({ mutationFn: () => call(agentAdminApi.account, { params: paramsOf(payout) }) })

/** Saves the approved requests that match with their accounts. */
export const usePayoutFile = (keyword: string, onSaved: () => void) =>
  useMutation({
    mutationFn: () =>
      saveStream(`payouts-${dayjs().format('YYYY-MM-DD')}.csv`, () =>
        download(agentAdminApi.export, { query: { status: 'approved', keyword: keyword.trim() } }),
      ),
    onSuccess: (saved) => saved && onSaved(),
  })
