import type { Plan } from '@turnpike/contract/money/plans/plan'
import { useId } from 'react'
import { PlainLink } from '../../../components/plain-button/plain-link.tsx'
import { PlanCard, PlanCards } from '../../../components/plans/plan-card.tsx'
import textStyles from '../../../components/style/text.module.css'
import { useSeat } from '../../../lib/api/organisations.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from '../pricing.module.css'

const plansText = dictionary({
  title: ['Plans', '套餐'],
  buy: ['Buy', '购买'],
  models: ['Prices of models', '模型价格'],
})

/** The plans on sale, above the prices of models. The wallet sells them; visitors sign in first. */
export function PlansOnSale({ plans }: { plans: readonly Plan[] }) {
  const t = plansText.use()
  const seat = useSeat()
  const id = useId()
  const mayPay = !seat || seat.may('pay')
  return (
    <>
      <section className={styles.plans} aria-labelledby={id}>
        <h2 id={id} className={textStyles.title}>
          {t('title')}
        </h2>
        <PlanCards>
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              action={
                mayPay && (
                  <PlainLink to={`/topup?plan=${plan.id}`} block>
                    {t('buy')} <span className={textStyles.unseen}>{plan.title}</span>
                  </PlainLink>
                )
              }
            />
          ))}
        </PlanCards>
      </section>
      <h2 className={textStyles.title}>{t('models')}</h2>
    </>
  )
}
