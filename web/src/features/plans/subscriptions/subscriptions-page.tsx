import {
  type ListedSubscription,
  subscriptionSources,
  subscriptionStatuses,
} from '@turnpike/contract/money/plans/subscription'
import { formatCount } from '@turnpike/contract/quota'
import { useState } from 'react'
import { FilterRow, FilterSelect, KeywordFilter } from '../../../components/fields/filter-row.tsx'
import { ListPage } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { subscriptionsText } from '../../../components/subscriptions/subscriptions.text.ts'
import { plansKey, useAllPlans } from '../../../components/subscriptions/use-plans.ts'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { PlanTabs } from '../plan-tabs.tsx'
import styles from '../plans.module.css'
import type { Asked } from './subscription-acts.tsx'
import { subscriptionListText } from './subscription-list.text.ts'
import { SubscriptionCard, useSubscriptionColumns } from './subscription-rows.tsx'
import { sourceWords } from './subscription-source.tsx'
import {
  type EndsWithin,
  endDays,
  isEndsWithin,
  loadSubscription,
  type SubscriptionFilters,
  subscriptionFilterNames,
  useSubscriptions,
} from './use-subscription-list.ts'

const SubscriptionDrawer = lazyPart(async () => (await import('./subscription-drawer.tsx')).SubscriptionDrawer)
const SubscriptionActs = lazyPart(async () => (await import('./subscription-acts.tsx')).SubscriptionActs)
const GivePlan = lazyPart(async () => (await import('../../../components/subscriptions/give-plan.tsx')).GivePlan)

/** For administrators: the plans that users and organisations have. */
export function SubscriptionsPage() {
  const t = subscriptionListText.use()
  const small = useSmallScreen()
  const { filters, count, set, clear } = useFilters(subscriptionFilterNames)
  const subscriptions = useSubscriptions(filters)
  const list = useListPage({
    name: plansKey,
    query: subscriptions,
    keyOf: ({ id }: ListedSubscription) => id,
    load: loadSubscription(filters),
  })
  const [asked, setAsked] = useState<Asked>()
  const gifts = subscriptionsText.use()
  const handlers = { open: list.open, ask: setAsked }
  const words = useFilterWords(filters)
  return (
    <>
      <ListPage
        list={list}
        words={t}
        views="subscriptions"
        facts={
          subscriptions.data &&
          subscriptions.data.total > 0 &&
          t('facts', { total: formatCount(subscriptions.data.total) })
        }
        create={gifts('give')}
        // The bar of a small screen has the button already.
        {...(small && { emptyAction: null })}
        filters={
          <>
            <PlanTabs current="subscriptions" />
            <FilterRow>
              <KeywordFilter width={220} label={t('search')} filters={filters} onChange={set} />
              <FilterDrawer count={count - (filters.keyword ? 1 : 0)}>
                <MoreFilters filters={filters} onChange={set} />
              </FilterDrawer>
            </FilterRow>
          </>
        }
        filtered={{ title: t('noMatch'), words, onClear: clear }}
        columns={useSubscriptionColumns(handlers)}
        rowClassName={({ status }) => (status === 'active' ? undefined : styles.off)}
        onOpen={list.open}
        card={(subscription) => <SubscriptionCard subscription={subscription} handlers={handlers} />}
        newDrawer={<GivePlan onClose={list.close} />}
        drawer={(subscription) => (
          <SubscriptionDrawer
            key={subscription.id}
            subscription={subscription}
            onAsk={setAsked}
            onClosed={list.close}
          />
        )}
      />
      {asked && <SubscriptionActs asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

type MoreFiltersProps = {
  filters: SubscriptionFilters
  onChange: (change: Partial<SubscriptionFilters>) => void
}

function MoreFilters({ filters, onChange }: MoreFiltersProps) {
  const t = subscriptionListText.use()
  const ofSources = subscriptionsText.use()
  const plans = useAllPlans()
  return (
    <>
      <FilterSelect
        label={t('plan')}
        all={t('allPlans')}
        showSearch
        loading={plans.isPending}
        width={160}
        value={filters.plan_id}
        options={(plans.data ?? []).map(({ plan: { id, title } }) => ({ value: String(id), label: title }))}
        onChange={(plan_id) => onChange({ plan_id })}
      />
      <FilterSelect
        label={t('status')}
        all={t('allStatuses')}
        width={136}
        value={filters.status}
        options={subscriptionStatuses.map((status) => ({ value: status, label: t(status) }))}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t('source')}
        all={t('allSources')}
        width={136}
        value={filters.source}
        options={subscriptionSources.map((source) => ({ value: source, label: ofSources(sourceWords[source]) }))}
        onChange={(source) => onChange({ source })}
      />
      <FilterSelect
        label={t('ends')}
        all={t('anyEnd')}
        width={168}
        value={filters.ends}
        options={(Object.keys(endDays) as EndsWithin[]).map((name) => ({ value: name, label: t(name) }))}
        // What has ended already is not what the question is about.
        onChange={(ends) => onChange({ ends, ...(ends && { status: 'active' }) })}
      />
    </>
  )
}

/** The filters that are set, in words. */
function useFilterWords({ keyword, plan_id, status, source, ends }: SubscriptionFilters) {
  const t = subscriptionListText.use()
  const ofSources = subscriptionsText.use()
  const plan = useAllPlans().data?.find(({ plan: { id } }) => String(id) === plan_id)?.plan.title
  return [
    keyword && t('matching', { text: keyword }),
    plan ?? plan_id,
    subscriptionStatuses.filter((name) => name === status).map((name) => t(name))[0] ?? status,
    subscriptionSources.filter((name) => name === source).map((name) => ofSources(sourceWords[name]))[0] ?? source,
    isEndsWithin(ends) ? t(ends) : ends,
  ]
}
