import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { dictionary } from '../../lib/text/text.ts'

const amountText = dictionary({
  quota: ['{amount} quota', '{amount} 额度'],
})

/** A quota amount for sentences: `$50.00`, or `25,000,000 quota` where the console shows quota. */
export function useAmountWords(): (quota: number) => string {
  const t = amountText.use()
  const { perUnit, inQuota } = useQuotaRate()
  return (quota) => (inQuota ? t('quota', { amount: formatCount(quota) }) : formatMoney(dollars(quota, perUnit)))
}
