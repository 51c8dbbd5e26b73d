import type { ListedSubscription } from '@turnpike/contract/money/plans/subscription'
import { Button } from 'antd'
import { RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { shortPrice } from '../../../components/plans/short-money.ts'
import { usePlanWords } from '../../../components/plans/use-plan-words.ts'
import { WindowRings } from '../../../components/plans/window-rings.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { SubscriptionStatus } from '../../../components/subscriptions/subscription-status.tsx'
import { formatTime } from '../../../lib/format/format-time.ts'
import styles from '../plans.module.css'
import type { Asked } from './subscription-acts.tsx'
import { subscriptionListText } from './subscription-list.text.ts'
import { SubscriptionSource } from './subscription-source.tsx'
import { holderOf } from './use-subscription-list.ts'

type SubscriptionDrawerProps = {
  subscription: ListedSubscription
  onAsk: (asked: Asked) => void
  onClosed: () => void
}

/** One subscription: its use, its terms and what was paid. */
export function SubscriptionDrawer({ subscription, onAsk, onClosed }: SubscriptionDrawerProps) {
  const t = subscriptionListText.use()
  const { id, title, status } = subscription
  const isRunning = status === 'active'
  return (
    <SideDrawer
      title={
        <>
          {title} <span className={styles.which}>#{id}</span>
        </>
      }
      windowTitle={t('ofPlan', { plan: title, name: holderOf(subscription).name })}
      onClosed={onClosed}
      buttons={({ close }) => (
        <>
          <Button onClick={close}>{t('close')}</Button>
          {isRunning && (
            <Button danger onClick={() => onAsk({ act: 'finish', subscription })}>
              {t('finishDots')}
            </Button>
          )}
          {isRunning && (
            <Button type="primary" onClick={() => onAsk({ act: 'extend', subscription })}>
              {t('extend')}
            </Button>
          )}
        </>
      )}
    >
      <div className={styles.drawer}>
        <State subscription={subscription} />
        <Windows subscription={subscription} onAsk={onAsk} />
        <Terms subscription={subscription} />
        <Payments subscription={subscription} />
      </div>
    </SideDrawer>
  )
}

type PartProps = { subscription: ListedSubscription }

function State({ subscription }: PartProps) {
  const t = subscriptionListText.use()
  const { start_time, end_time, grace_until, renews, status } = subscription
  const { name, path } = holderOf(subscription)
  const renewal = grace_until > 0 ? t('overdue', { time: formatTime(grace_until) }) : t(renews ? 'renews' : 'renewsNot')
  return (
    <section className={styles.state}>
      <Facts>
        <Fact name={t('status')}>
          <SubscriptionStatus subscription={subscription} />
        </Fact>
        <Fact name={t('subscriber')}>
          <Link to={path} title={t('openAccount')}>
            {name}
          </Link>
        </Fact>
        <Fact name={t('began')}>{formatTime(start_time)}</Fact>
        <Fact name={t('endTime')}>{formatTime(end_time)}</Fact>
        {status === 'active' && <Fact name={t('renewal')}>{renewal}</Fact>}
      </Facts>
    </section>
  )
}

function Windows({ subscription, onAsk }: PartProps & { onAsk: (asked: Asked) => void }) {
  const t = subscriptionListText.use()
  const words = usePlanWords()
  const { windows } = subscription
  // A pot without a limit has nothing to reset.
  const resettable = windows.flatMap((window, place) => (window.amount > 0 ? [{ window, place }] : []))
  return (
    <FormSection title={t('windows')} text={t('windowsText')}>
      {windows.length === 0 ? <p className={textStyles.quiet}>{t('notRunning')}</p> : <WindowRings windows={windows} />}
      {resettable.length > 0 && (
        <div className={layoutStyles.wrappingButtons}>
          {resettable.map(({ window, place }) => (
            <Button
              key={place}
              size="small"
              icon={<RotateCcw />}
              onClick={() => onAsk({ act: 'reset', subscription, window: place })}
            >
              {t('resetOne', { window: words.windowName(window) })}
            </Button>
          ))}
          {resettable.length > 1 && (
            <Button size="small" onClick={() => onAsk({ act: 'resetAll', subscription })}>
              {t('resetAll')}
            </Button>
          )}
        </div>
      )}
    </FormSection>
  )
}

const lengths = { year: 'years', month: 'months', day: 'days', hour: 'hours', custom: 'seconds' } as const

function Terms({ subscription: { terms, upgrade_group, prev_user_group } }: PartProps) {
  const t = subscriptionListText.use()
  const words = usePlanWords()
  const count = terms.duration_unit === 'custom' ? terms.custom_seconds : terms.duration_value
  const models = terms.models.join(t('comma'))
  const facts = [
    { name: t('duration'), value: t(lengths[terms.duration_unit], { count }) },
    { name: t('allowance'), value: words.amounts(terms).join(' · ') || t('unlimited') },
    { name: t('models'), value: <span title={models}>{models ? words.models(terms) : t('allModels')}</span> },
    { name: t('groups'), value: terms.groups.join(t('comma')) || t('allGroups') },
    { name: t('afterwards'), value: t(terms.allow_wallet_overflow ? 'balancePays' : 'refused') },
    ...(upgrade_group ? [{ name: t('groupGiven'), value: upgrade_group }] : []),
    ...(prev_user_group ? [{ name: t('groupBefore'), value: prev_user_group }] : []),
    { name: t('zone'), value: terms.time_zone },
  ]
  return (
    <FormSection title={t('terms')} text={t('termsText')}>
      <Facts>
        {facts.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </FormSection>
  )
}

function Payments({ subscription: { paid, currency, source, username, renews } }: PartProps) {
  const t = subscriptionListText.use()
  const isFree = source === 'admin'
  return (
    <FormSection title={t('payments')} text={t('paymentsText')}>
      <Facts>
        <Fact name={t('source')}>
          <SubscriptionSource source={source} />
        </Fact>
        <Fact name={t('paid')}>{isFree ? t('free') : shortPrice(paid, currency)}</Fact>
      </Facts>
      {(source === 'order' || renews) && (
        <Link to={`/orders?${new URLSearchParams({ keyword: username })}`}>{t('openOrders')}</Link>
      )}
    </FormSection>
  )
}
