import type { OptionValues } from '@turnpike/contract/options'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'

type Display = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>

/** An amount as the console shows it. */
export const shownQuota = (quota: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display) =>
  DisplayInCurrencyEnabled ? formatMoney(dollars(quota, QuotaPerUnit)) : formatCount(quota)

/** An amount as log rows tell it: clients of this family expect six decimals behind a wide dollar sign, or plain points. */
export const loggedQuota = (quota: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display) =>
  DisplayInCurrencyEnabled ? formatMoney(dollars(quota, QuotaPerUnit, 6), '＄') : String(quota)
