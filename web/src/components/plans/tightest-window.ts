import type { RunningPlan } from '@turnpike/contract/identity/user'
import type { WindowState } from '@turnpike/contract/money/plans/billing'
import { usedShare } from '../figures/usage-tone.ts'

/** The window of a plan of which the largest share is used: the one that ends its use first. */
export const tightestWindow = ({ windows }: Pick<RunningPlan, 'windows'>): WindowState | undefined =>
  windows.filter(({ amount }) => amount > 0).toSorted((one, other) => shareOf(other) - shareOf(one))[0]

const shareOf = ({ amount, used }: WindowState) => usedShare(used, amount - used)

type PlanLeft = { title: string; window: WindowState }

/** Of several plans the one with the largest share left, by its tightest window. */
export const leastUsedPlan = (plans: readonly RunningPlan[]): PlanLeft | undefined =>
  plans
    .flatMap((plan): PlanLeft[] => {
      const window = tightestWindow(plan)
      return window ? [{ title: plan.title, window }] : []
    })
    .toSorted((one, other) => shareOf(one.window) - shareOf(other.window))[0]
