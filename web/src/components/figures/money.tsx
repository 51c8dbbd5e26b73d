import { abbreviate, dollars, formatBriefSpend, formatCount, formatMoney, formatSpend } from '@turnpike/contract/quota'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './money.module.css'

const moneyText = dictionary({
  quota: ['{amount} quota', '{amount} 额度'],
})

type MoneyProps = {
  quota: number
  /**
   * `spend`: the cost of calls, where two decimals would often show zero. `call`: the cost of one call, in a few characters.
   * `credit`: money received.
   */
  of?: 'balance' | 'spend' | 'call' | 'credit'
}

/** A quota amount in dollars, with the quota on hover; in quota, with both on hover, where the administrator shows quota. */
export function Money({ quota, of = 'balance' }: MoneyProps) {
  const t = moneyText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const rounded = formatMoney(dollars(quota, perUnit))
  // Two decimals must not show a small amount as zero. A refund is often smaller than a cent, and is shown in full.
  const isTiny = quota !== 0 && /^-?\$0\.00$/.test(rounded)
  const small = of === 'credit' ? formatSpend(quota, perUnit) : quota > 0 ? '< $0.01' : rounded
  const coarse = isTiny ? small : rounded
  const money = of === 'call' ? formatBriefSpend(quota, perUnit) : of === 'spend' ? formatSpend(quota, perUnit) : coarse
  const exact = t('quota', { amount: formatCount(quota) })
  const isCredit = of === 'credit' && quota > 0
  const sign = isCredit ? '+' : ''
  return (
    <span className={isCredit ? styles.credit : styles.money} title={inQuota ? `${exact} · ${money}` : exact}>
      {sign}
      {inQuota ? abbreviate(quota) : money}
    </span>
  )
}
