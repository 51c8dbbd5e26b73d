import type { OptionValues } from '@turnpike/contract/options'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'

type Display = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>

/** An amount as the console shows it. */
export const shownQuota = (quota: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display) =>
  DisplayInCurrencyEnabled ? formatMoney(dollars(quota, QuotaPerUnit)) : formatCount(quota)

/** An amount as log rows show it: six decimals after a wide dollar sign, or plain quota, as in related gateways. */
export const loggedQuota = (quota: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display) =>
  DisplayInCurrencyEnabled ? formatMoney(dollars(quota, QuotaPerUnit, 6), '＄') : String(quota)
