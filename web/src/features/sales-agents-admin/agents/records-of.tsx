import { useInfiniteQuery } from '@tanstack/react-query'
import { agentAdminApi, type ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import type { WatchedDividend } from '@turnpike/contract/money/agents/dividend'
import type { WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { Fragment, type ReactNode } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { StaleLine } from '../../../components/data-table/stale-line.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { Row, RowList } from '../../../components/row-list/row-list.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { agentsKey } from '../agents-key.ts'
import { PayoutStatus } from '../payouts/payout-status.tsx'
import { useMethodName } from '../payouts/use-method-name.ts'
import { DividendState } from '../shares/dividend-state.tsx'
import { agentsText } from './agents.text.ts'

const atOnce = 5

type AgentProps = { agent: ListedAgent }

/** The dividends of an agent, a few at a time. */
export function DividendsOf({ agent: { id } }: AgentProps) {
  const t = agentsText.use()
  const money = useAmountWords()
  return (
    <Records
      name="dividends"
      agent={id}
      load={(range) => call(agentAdminApi.dividends, { query: { ...range, agent_id: String(id) } })}
      none={t('noDividends')}
      row={({ payer, amount, reversed, state, created_at }: WatchedDividend) => (
        <Row
          title={
            <>
              <Money quota={amount - reversed} of="spend" /> <DividendState state={state} />
            </>
          }
          detail={
            <>
              {t('ofPayer', { payer })} · <RelativeTime seconds={created_at} />
              {reversed > 0 && ` · ${t('takenBack', { amount: money(reversed) })}`}
            </>
          }
        />
      )}
    />
  )
}

/** The payouts that an agent asked for, a few at a time. */
export function WithdrawalsOf({ agent: { id } }: AgentProps) {
  const t = agentsText.use()
  const nameOf = useMethodName()
  return (
    <Records
      name="withdrawals"
      agent={id}
      load={(range) => call(agentAdminApi.withdrawals, { query: { ...range, agent_id: String(id) } })}
      none={t('noWithdrawals')}
      row={(withdrawal: WatchedWithdrawal) => (
        <Row
          title={
            <>
              <Money quota={withdrawal.amount} /> <PayoutStatus status={withdrawal.status} />
            </>
          }
          detail={
            <>
              #{withdrawal.id} · {nameOf(withdrawal)} · <RelativeTime seconds={withdrawal.created_at} />
              {withdrawal.reason && ` · ${withdrawal.reason}`}
            </>
          }
        />
      )}
    />
  )
}

type Recorded = { id: number; agent_id: number }
type RecordsProps<Item extends Recorded> = {
  name: string
  agent: number
  load: (range: { p: number; page_size: number }) => Promise<{ items: Item[]; page: number; total: number }>
  none: string
  row: (item: Item) => ReactNode
}

/** Rows that belong to one agent, with a button that loads older ones. */
function Records<Item extends Recorded>({ name, agent, load, none, row }: RecordsProps<Item>) {
  const t = agentsText.use()
  const records = useInfiniteQuery({
    queryKey: [agentsKey, name, 'of', agent],
    queryFn: ({ pageParam }) => load({ p: pageParam, page_size: atOnce }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * atOnce < total ? page + 1 : undefined),
    select: ({ pages }) => {
      // A row can be on two pages, when a newer one was added between the two requests.
      const all = new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item]))
      return [...all.values()].filter(({ agent_id }) => agent_id === agent)
    },
  })
  return (
    <div className={layoutStyles.stack12}>
      <SectionState query={records} lines={2}>
        {(items) =>
          items.length === 0 ? (
            <p className={textStyles.quiet}>{none}</p>
          ) : (
            <>
              {records.isError && (
                <StaleLine error={records.error} onRetry={records.refetch} retrying={records.isFetching} />
              )}
              <RowList>
                {items.map((item) => (
                  <Fragment key={item.id}>{row(item)}</Fragment>
                ))}
              </RowList>
            </>
          )
        }
      </SectionState>
      {records.hasNextPage && (
        <div>
          <QuietButton loading={records.isFetchingNextPage} onClick={() => records.fetchNextPage()}>
            {t('older')}
          </QuietButton>
        </div>
      )}
    </div>
  )
}
