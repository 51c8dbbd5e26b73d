import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { useAmountWords } from '../figures/use-amount-words.ts'
import { type PlanWords, planWords } from './plan-words.ts'
import { plansText } from './plans.text.ts'
import { shortDollars } from './short-money.ts'

/** Plans in the language of the page, with amounts as the console shows them. */
export function usePlanWords(): PlanWords {
  const t = plansText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const inWords = useAmountWords()
  return planWords(t, inQuota ? inWords : (quota) => shortDollars(quota, perUnit))
}
