import { abbreviate, dollars, formatBriefSpend, formatCount, formatMoney, formatSpend } from '@turnpike/contract/quota'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './money.module.css'

const moneyText = dictionary({
  quota: ['{amount} quota', '{amount} 额度'],
})

type Kind = 'balance' | 'spend' | 'call' | 'credit'

function moneyOf(quota: number, of: Kind, perUnit: number): string {
  if (of === 'call') return formatBriefSpend(quota, perUnit)
  if (of === 'spend') return formatSpend(quota, perUnit)
  const rounded = formatMoney(dollars(quota, perUnit))
  // Two decimals must not show a small amount as zero. A refund is often smaller than a cent, and is shown in full.
  if (quota === 0 || !/^-?\$0\.00$/.test(rounded)) return rounded
  if (of === 'credit') return formatSpend(quota, perUnit)
  return quota > 0 ? '< $0.01' : rounded
}

/** A balance as text, for sentences. */
export function useMoneyText(): (quota: number) => string {
  const { perUnit, inQuota } = useQuotaRate()
  return (quota) => (inQuota ? abbreviate(quota) : moneyOf(quota, 'balance', perUnit))
}

type MoneyProps = {
  quota: number
  /**
   * `spend`: the cost of calls, where two decimals would often show zero. `call`: the cost of one call, in a few characters.
   * `credit`: money received.
   */
  of?: Kind
}

/** A quota amount in dollars, with the quota on hover; in quota, with both on hover, where the administrator shows quota. */
export function Money({ quota, of = 'balance' }: MoneyProps) {
  const t = moneyText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const money = moneyOf(quota, of, perUnit)
  const exact = t('quota', { amount: formatCount(quota) })
  const isCredit = of === 'credit' && quota > 0
  const sign = isCredit ? '+' : ''
  return (
    <span
      className={isCredit ? styles.credit : styles.money}
      title={inQuota ? `${exact} · ${money}` : exact}
      data-decimals={!inQuota && (of === 'call' || of === 'spend') ? money.split('.')[1]?.length : undefined}
    >
      {sign}
      {inQuota ? abbreviate(quota) : money}
    </span>
  )
}
