import type { ListedSubscription } from '@turnpike/contract/money/plans/subscription'
import { CalendarPlus, CircleStop } from 'lucide-react'
import { Link } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { shortPrice } from '../../../components/plans/short-money.ts'
import { UsageRing } from '../../../components/plans/usage-ring.tsx'
import { usePlanWords } from '../../../components/plans/use-plan-words.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { SubscriptionEnd, SubscriptionStatus } from '../../../components/subscriptions/subscription-status.tsx'
import type { Asked } from './subscription-acts.tsx'
import { subscriptionListText } from './subscription-list.text.ts'
import { SubscriptionSource } from './subscription-source.tsx'
import { holderOf } from './use-subscription-list.ts'

export type SubscriptionHandlers = {
  open: (subscription: ListedSubscription) => void
  ask: (asked: Asked) => void
}

export function useSubscriptionColumns(handlers: SubscriptionHandlers): TableColumns<ListedSubscription> {
  const t = subscriptionListText.use()
  return titledColumns(
    t,
    {
      id: { width: 56, className: textStyles.quiet ?? '', render: (_, { id }) => id },
      subscriber: { ellipsis: true, render: (_, subscription) => <Holder subscription={subscription} /> },
      plan: { width: 144, ellipsis: true, render: (_, { title }) => <span title={title}>{title}</span> },
      status: { width: 136, render: (_, subscription) => <SubscriptionStatus subscription={subscription} /> },
      usage: { width: 128, render: (_, subscription) => <Usage subscription={subscription} /> },
      paid: {
        width: 80,
        align: 'right',
        render: (_, { paid, currency, source }) => (source === 'admin' ? '—' : shortPrice(paid, currency)),
      },
      source: { width: 104, render: (_, { source }) => <SubscriptionSource source={source} /> },
      start: { width: 96, render: (_, { start_time }) => <RelativeTime seconds={start_time} /> },
      end: { width: 120, render: (_, subscription) => <SubscriptionEnd subscription={subscription} /> },
    },
    actionsColumn<ListedSubscription>(t('actions'), 112, (subscription) => (
      <SubscriptionActions subscription={subscription} handlers={handlers} />
    )),
  )
}

type CellProps = { subscription: ListedSubscription }

function Holder({ subscription }: CellProps) {
  const { name, path } = holderOf(subscription)
  return (
    <Link to={path} className={textStyles.medium} title={name}>
      {name}
    </Link>
  )
}

/** What is used of the largest amount of a running subscription. */
function Usage({ subscription: { windows } }: CellProps) {
  const words = usePlanWords()
  const shown = windows.find(({ amount }) => amount > 0) ?? windows[0]
  if (!shown) return '—'
  const { used, amount } = shown
  if (amount === 0) return words.amount(used)
  return (
    <span className={layoutStyles.row}>
      <UsageRing size="small" used={used} amount={amount} />
      <span className={textStyles.oneLine}>
        {words.amount(used)} <span className={textStyles.quiet}>/ {words.amount(amount)}</span>
      </span>
    </span>
  )
}

function SubscriptionActions({ subscription, handlers }: CellProps & { handlers: SubscriptionHandlers }) {
  const t = subscriptionListText.use()
  const { title, status } = subscription
  const ask = (act: Asked['act']) => () => handlers.ask({ act, subscription })
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton onClick={() => handlers.open(subscription)}>{t('details')}</QuietButton>
      {status === 'active' && (
        <RowMenu
          name={t('ofPlan', { plan: title, name: holderOf(subscription).name })}
          entries={[
            { key: 'extend', label: t('extend'), icon: <CalendarPlus />, onSelect: ask('extend') },
            { key: 'finish', label: t('finish'), icon: <CircleStop />, danger: true, onSelect: ask('finish') },
          ]}
        />
      )}
    </span>
  )
}

/** A subscription on a small screen. */
export function SubscriptionCard({ subscription, handlers }: CellProps & { handlers: SubscriptionHandlers }) {
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>
          <Holder subscription={subscription} />
        </strong>
        <SubscriptionStatus subscription={subscription} />
      </header>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.ellipsis}>{subscription.title}</span>
        <Usage subscription={subscription} />
      </div>
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          #{subscription.id} · <SubscriptionEnd subscription={subscription} />
        </span>
        <SubscriptionActions subscription={subscription} handlers={handlers} />
      </footer>
    </article>
  )
}
