import type { Plan } from '@turnpike/contract/money/plans/plan'
import { Button } from 'antd'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { PlanCard, PlanCards } from '../../../components/plans/plan-card.tsx'
import textStyles from '../../../components/style/text.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import styles from './own-plans.module.css'
import { ownPlansText } from './own-plans.text.ts'
import type { OwnPlans } from './use-plans.ts'

const BuyPlanDialog = lazyPart(async () => (await import('./buy-plan-dialog.tsx')).BuyPlanDialog)

/** The plan whose purchase is open; the public price list links to it. */
const parameter = 'plan'

/** The plans on sale, each with its purchase. */
export function PlanOffers({ plans, own }: { plans: readonly Plan[]; own: OwnPlans }) {
  const t = ownPlansText.use()
  const id = useId()
  const [params, setParams] = useSearchParams()
  const opened = plans.find((plan) => String(plan.id) === params.get(parameter))
  const open = (plan: Plan | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (plan) next.set(parameter, String(plan.id))
        else next.delete(parameter)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <section className={styles.offers} aria-labelledby={id}>
      <h3 id={id} className={textStyles.heading}>
        {t('onSale')}
      </h3>
      <PlanCards>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            action={
              <Button block aria-label={t('buyNamed', { name: plan.title })} onClick={() => open(plan)}>
                {t('buy')}
              </Button>
            }
          />
        ))}
      </PlanCards>
      {opened && <BuyPlanDialog key={opened.id} plan={opened} own={own} onClose={() => open(undefined)} />}
    </section>
  )
}
