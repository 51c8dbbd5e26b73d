import type { WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { CircleX } from 'lucide-react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useRights } from '../use-rights.ts'
import type { AskedPayout } from './payout-acts.tsx'
import { PayoutStatus } from './payout-status.tsx'
import { payoutsText } from './payouts.text.ts'
import { useMethodName } from './use-method-name.ts'
import { netOf } from './use-payouts.ts'

export type PayoutHandlers = { open: (payout: WatchedWithdrawal) => void; ask: (asked: AskedPayout) => void }

export function usePayoutColumns(handlers: PayoutHandlers): TableColumns<WatchedWithdrawal> {
  const t = payoutsText.use()
  const nameOf = useMethodName()
  return titledColumns(
    t,
    {
      id: { width: 64, className: textStyles.quiet ?? '', render: (_, { id }) => id },
      agent: {
        ellipsis: true,
        render: (_, { agent }) => (
          <strong className={textStyles.medium} title={agent}>
            {agent}
          </strong>
        ),
      },
      status: { width: 112, render: (_, { status }) => <PayoutStatus status={status} /> },
      requested: { width: 112, align: 'right', render: (_, { amount }) => <Money quota={amount} /> },
      fee: { width: 88, align: 'right', render: (_, { fee }) => <Quiet quota={fee} /> },
      toPay: {
        width: 112,
        align: 'right',
        render: (_, payout) => (
          <strong className={textStyles.medium}>
            <Money quota={netOf(payout)} />
          </strong>
        ),
      },
      debt: { width: 96, align: 'right', render: (_, { debt }) => <Debt debt={debt} /> },
      method: {
        width: 136,
        ellipsis: true,
        render: (_, payout) => <span title={nameOf(payout)}>{nameOf(payout)}</span>,
      },
      time: { width: 112, render: (_, { created_at }) => <RelativeTime seconds={created_at} /> },
    },
    actionsColumn<WatchedWithdrawal>(t('actions'), 160, (payout) => (
      <PayoutActions payout={payout} handlers={handlers} />
    )),
  )
}

const Quiet = ({ quota }: { quota: number }) =>
  quota === 0 ? <span className={textStyles.quiet}>—</span> : <Money quota={quota} />

const Debt = ({ debt }: { debt: number }) => (
  <span className={debt > 0 ? textStyles.problem : undefined}>
    <Quiet quota={debt} />
  </span>
)

type CellProps = { payout: WatchedWithdrawal; handlers: PayoutHandlers }

/** The next step, and the menu with the other one. Nobody decides about an own request. */
function PayoutActions({ payout, handlers }: CellProps) {
  const t = payoutsText.use()
  const { userId, isRoot } = useRights()
  const { status, agent, agent_id } = payout
  const ask = (act: AskedPayout['act']) => () => handlers.ask({ payout, act })
  const isOwn = agent_id === userId
  const isOpen = (status === 'asked' || status === 'approved') && !isOwn
  const next = status === 'asked' ? 'approve' : 'pay'
  return (
    <span className={layoutStyles.rowActions}>
      {isOpen && (next === 'approve' || isRoot) ? (
        <QuietButton onClick={ask(next)}>{t(next)}</QuietButton>
      ) : (
        <QuietButton onClick={() => handlers.open(payout)}>{t('details')}</QuietButton>
      )}
      {isOpen && (
        <RowMenu
          name={agent}
          entries={[
            { key: 'refuse', label: t('refuseDots'), icon: <CircleX />, danger: true, onSelect: ask('refuse') },
          ]}
        />
      )}
    </span>
  )
}

/** A request on a small screen. */
export function PayoutCard({ payout, handlers }: CellProps) {
  const t = payoutsText.use()
  const nameOf = useMethodName()
  const { id, agent, status, fee, debt, created_at } = payout
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{agent}</strong>
        <PayoutStatus status={status} />
      </header>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quiet}>{t('toPay')}</span>
        <strong className={textStyles.medium}>
          <Money quota={netOf(payout)} />
        </strong>
      </div>
      {fee > 0 && (
        <div className={layoutStyles.cardLine}>
          <span className={textStyles.quiet}>{t('fee')}</span>
          <Money quota={fee} />
        </div>
      )}
      {debt > 0 && (
        <div className={layoutStyles.cardLine}>
          <span className={textStyles.quiet}>{t('debt')}</span>
          <Debt debt={debt} />
        </div>
      )}
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          #{id} · {nameOf(payout)} · <RelativeTime seconds={created_at} />
        </span>
        <PayoutActions payout={payout} handlers={handlers} />
      </footer>
    </article>
  )
}
