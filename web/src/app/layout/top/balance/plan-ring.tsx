import type { RunningPlan } from '@turnpike/contract/identity/user'
import { leastUsedPlan } from '../../../../components/plans/tightest-window.ts'
import { UsageRing } from '../../../../components/plans/usage-ring.tsx'
import { layoutText } from '../../layout.text.ts'

/** What is used of the plans, beside the balance. */
export function PlanRing({ plans }: { plans: readonly RunningPlan[] }) {
  const t = layoutText.use()
  const left = leastUsedPlan(plans)
  if (!left) return null
  const { amount, used } = left.window
  const share = Math.min(100, Math.floor((used / amount) * 100))
  return <UsageRing size="small" used={used} amount={amount} label={t('planUsed', { name: left.title, share })} />
}
