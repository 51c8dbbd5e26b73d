import { abbreviate, dollars, formatMoney } from '@turnpike/contract/quota'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'

/** The smallest transfer of earnings is one unit. */
export function useTransferMinimum(): { quota: number; words: string } {
  const { perUnit, inQuota } = useQuotaRate()
  const quota = Math.ceil(perUnit)
  return { quota, words: inQuota ? abbreviate(quota) : formatMoney(dollars(quota, perUnit)) }
}
