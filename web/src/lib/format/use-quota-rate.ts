import { isRatio } from '@turnpike/contract/quota'
import { useStatus } from '../api/status.ts'

const quotaPerDollar = 500_000

/** How much quota a dollar is here, and whether the administrator wants amounts shown as quota instead. */
export function useQuotaRate(): { perUnit: number; inQuota: boolean } {
  const status = useStatus()
  // A status stored by an older version may lack the rate; the usual rate is better than a page without amounts.
  const isKnown = status !== undefined && status.quota_per_unit > 0 && isRatio(status.quota_per_unit)
  return { perUnit: isKnown ? status.quota_per_unit : quotaPerDollar, inQuota: status?.display_in_currency === false }
}
