import type { OptionValues } from '@turnpike/contract/options'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'

type Display = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>

/** An amount for display: two decimals, or up to six below a dollar. */
export function shownQuota(quota: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display): string {
  if (!DisplayInCurrencyEnabled) return formatCount(quota)
  const fine = dollars(quota, QuotaPerUnit, 6)
  return formatMoney(/^-?0\./.test(fine) ? fine.replace(/0{1,4}$/, '') : dollars(quota, QuotaPerUnit))
}

/** An amount as log rows show it: six decimals after a wide dollar sign, or plain quota, as in related gateways. */
export const loggedQuota = (quota: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display) =>
  DisplayInCurrencyEnabled ? formatMoney(dollars(quota, QuotaPerUnit, 6), '＄') : String(quota)
