import { neverExpires } from '@turnpike/contract/identity/token'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { language } from '../../../lib/browser/preferences.ts'
import { formatRelative } from '../../../lib/format/format-time.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { dictionary } from '../../../lib/text/text.ts'
import type { TokenGroups } from '../use-token-groups.ts'
import type { TokenValues } from './token-values.ts'

const summaryText = dictionary({
  upTo: ['Up to {amount}', '上限 {amount}'],
  upToDay: ['Up to {amount} per day', '每天上限 {amount}'],
  upToWeek: ['Up to {amount} per week', '每周上限 {amount}'],
  upToMonth: ['Up to {amount} per month', '每月上限 {amount}'],
  quota: ['{amount} quota', '{amount} 额度'],
  unlimited: ['Unlimited', '不限额'],
  never: ['never expires', '永不过期'],
  expires: ['expires {time}', '{time}过期'],
  expired: ['expired {time}', '{time}已过期'],
  models: ['{count model}', '{count} 个模型'],
  restricted: ['restricted addresses', '限 IP'],
})

const perPeriod = { day: 'upToDay', week: 'upToWeek', month: 'upToMonth' } as const

/** A token in plain words: "Up to $10.00 · never expires · vip ×0.8 · 2 models". Invalid values are left out. */
export function useTokenSummary(groups: TokenGroups): (values: TokenValues, now: number) => string {
  const t = summaryText.use()
  const spoken = language.use()
  const { perUnit, inQuota } = useQuotaRate()
  const amountOf = (quota: number) =>
    inQuota ? t('quota', { amount: formatCount(quota) }) : formatMoney(dollars(quota, perUnit))

  function expiryOf(expiry: number, now: number) {
    if (expiry === neverExpires) return t('never')
    const time = formatRelative(expiry, now, spoken)
    return expiry > now ? t('expires', { time }) : t('expired', { time })
  }
  function groupOf(group: string) {
    const { name, ratio } = groups.of(group)
    return ratio === undefined ? name : `${name} ×${ratio}`
  }
  return (values, now) =>
    [
      values.budget !== undefined &&
        values.budget > 0 &&
        t(perPeriod[values.period], { amount: amountOf(values.budget) }),
      values.isUnlimited
        ? values.budget === undefined && t('unlimited')
        : values.quota >= 0 && t('upTo', { amount: amountOf(values.quota) }),
      !Number.isNaN(values.expiry) && expiryOf(values.expiry, now),
      groupOf(values.group),
      values.isLimited && values.models.length > 0 && t('models', { count: values.models.length }),
      values.addresses.trim() !== '' && t('restricted'),
    ]
      .filter(Boolean)
      .join(' · ')
}
