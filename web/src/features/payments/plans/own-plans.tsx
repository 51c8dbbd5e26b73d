import { billingPreferences } from '@turnpike/contract/money/plans/billing'
import { Select } from 'antd'
import { useId } from 'react'
import { preferenceText } from '../../../components/plans/preference.text.ts'
import { useOfferedPlans } from '../../../components/plans/use-offered-plans.ts'
import { usePreferenceName } from '../../../components/plans/use-preference-name.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { usePayer, useSeat } from '../../../lib/api/organisations.ts'
import styles from './own-plans.module.css'
import { ownPlansText } from './own-plans.text.ts'
import { PastPlans } from './past-plans.tsx'
import { payOrder } from './pay-order.ts'
import { PlanOffers } from './plan-offers.tsx'
import { RunningPlan } from './running-plan.tsx'
import { type OwnPlans as Plans, useOwnPlans, usePreferenceChange } from './use-plans.ts'

/** The plans of the account, what pays for its requests, and the plans on sale. Nothing where there are no plans. */
export function OwnPlans() {
  const t = ownPlansText.use()
  const seat = useSeat()
  const id = useId()
  const own = useOwnPlans().data
  const offered = useOfferedPlans().data ?? []
  if (!own || (offered.length === 0 && own.running.length === 0 && own.past.length === 0)) return null
  const mayPay = !seat || seat.may('pay')
  return (
    <section className={styles.plans} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 id={id} className={textStyles.title}>
            {t('title')}
          </h2>
          {own.running.length > 0 && <PaysNow own={own} />}
        </div>
        {own.running.length > 0 && <Preference own={own} mayChange={mayPay} />}
      </div>
      {own.running.length > 0 && (
        <div className={styles.running}>
          {own.running.map((subscription) => (
            <RunningPlan key={subscription.id} subscription={subscription} mayChange={mayPay} />
          ))}
        </div>
      )}
      {own.past.length > 0 && <PastPlans past={own.past} />}
      {mayPay && offered.length > 0 && <PlanOffers plans={offered} own={own} />}
    </section>
  )
}

function PaysNow({ own: { running, preference } }: { own: Plans }) {
  const t = ownPlansText.use()
  const { data, isHidden } = usePayer()
  if (!data && !isHidden) return null
  const order = payOrder(running, preference, data?.quota ?? 1)
  const names = order
    .map((payer) => {
      if (payer === 'balance') return t('theBalance')
      return payer.isForSome ? t('forSome', { name: payer.plan }) : payer.plan
    })
    .join(t('andThen'))
  return (
    <p className={order.length > 0 ? textStyles.secondary : textStyles.problem} role="status">
      {order.length > 0 ? t('paysNow', { names }) : t('nothingPays')}
    </p>
  )
}

function Preference({ own: { preference }, mayChange }: { own: Plans; mayChange: boolean }) {
  const t = ownPlansText.use()
  const words = preferenceText.use()
  const nameOf = usePreferenceName()
  const change = usePreferenceChange()
  const shown = change.isPending ? change.variables : preference
  const id = useId()
  return (
    <div className={styles.preference}>
      <div className={layoutStyles.row}>
        <label htmlFor={id}>{t('preference')}</label>
        <Select
          id={id}
          aria-describedby={`${id}-help`}
          className={styles.choice ?? ''}
          popupMatchSelectWidth={false}
          disabled={!mayChange || change.isPending}
          value={shown}
          options={billingPreferences.map((each) => ({ value: each, label: nameOf(each) }))}
          onChange={(wanted) => change.mutate(wanted)}
        />
      </div>
      <p id={`${id}-help`} className={textStyles.hint}>
        {words(`${shown}Help`)}
      </p>
    </div>
  )
}
