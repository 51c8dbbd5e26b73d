import { agentApi } from '@turnpike/contract/money/agents/agent-api'
import type { Withdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { useState } from 'react'
import { agentKey } from '../../../components/earnings/use-agent-self.ts'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useWithdrawalColumns, WithdrawalCard } from './withdrawal-rows.tsx'
import { withdrawalsText } from './withdrawals.text.ts'

const CancelDialog = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

/** The requests for payouts of the agent, newest first. One that nobody has approved yet can be cancelled. */
export function WithdrawalsTab() {
  const t = withdrawalsText.use()
  const query = usePageQuery([agentKey, 'withdrawals'], (range) => call(agentApi.withdrawals, { query: range }))
  const [cancelling, setCancelling] = useState<Withdrawal>()
  return (
    <>
      <ListTable
        list={{ query }}
        words={t}
        columns={useWithdrawalColumns(setCancelling)}
        card={(withdrawal) => <WithdrawalCard withdrawal={withdrawal} onCancel={setCancelling} />}
      />
      {cancelling && <CancelDialog withdrawal={cancelling} onClose={() => setCancelling(undefined)} />}
    </>
  )
}
