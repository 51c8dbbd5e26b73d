import type { PlanForm } from '@turnpike/contract/money/plans/plan'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './plans.module.css'
import { plansText } from './plans.text.ts'
import { usePlanWords } from './use-plan-words.ts'

type PlanCardProps = {
  plan: PlanForm
  /** A tag beside the title. */
  tag?: ReactNode
  /** At the foot: how to buy it. */
  action?: ReactNode
}

/** A plan on sale: what it costs, what one may spend, on what, and what pays then. */
export function PlanCard({ plan, tag, action }: PlanCardProps) {
  const t = plansText.use()
  const words = usePlanWords()
  const id = useId()
  const { title, subtitle, groups, upgrade_group } = plan
  const amounts = words.amounts(plan)
  const limits = amounts.length === 0 ? [t('unlimitedUse')] : amounts.map((amount) => t('atMost', { amount }))
  return (
    <article className={`${layoutStyles.framed} ${styles.card}`} aria-labelledby={id}>
      <div className={layoutStyles.row}>
        <h3 id={id} className={`${textStyles.title} ${textStyles.shrinkingAnywhere}`}>
          {title}
        </h3>
        {tag}
      </div>
      {subtitle && <p className={textStyles.secondary}>{subtitle}</p>}
      <p className={styles.price}>
        <strong>{words.price(plan)}</strong> <span>{words.duration(plan)}</span>
      </p>
      <ul className={styles.facts}>
        {limits.map((limit) => (
          <Fact key={limit}>{limit}</Fact>
        ))}
        {amounts.length > 0 && <Fact>{t(plan.allow_wallet_overflow ? 'balanceAfter' : 'refusedAfter')}</Fact>}
        <Fact title={plan.models.join(t('comma'))}>{words.models(plan)}</Fact>
        {groups.length > 0 && <Fact>{t('someGroups', { names: groups.join(t('comma')) })}</Fact>}
        {upgrade_group && <Fact>{t('givesGroup', { name: upgrade_group })}</Fact>}
      </ul>
      {action && <div className={styles.action}>{action}</div>}
    </article>
  )
}

const Fact = ({ title, children }: { title?: string; children: ReactNode }) => (
  <li title={title || undefined}>
    <Check aria-hidden />
    <span>{children}</span>
  </li>
)

/** Plan cards side by side. */
export const PlanCards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>
