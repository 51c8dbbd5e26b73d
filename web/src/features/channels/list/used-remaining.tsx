import { dollars, formatMoney } from '@turnpike/contract/quota'
import type { Channel } from '@turnpike/contract/routing/channel'
import type { ReactNode } from 'react'
import { Money } from '../../../components/figures/money.tsx'
import { UsageMeter } from '../../../components/figures/usage-meter.tsx'
import textStyles from '../../../components/style/text.module.css'
import { formatTime } from '../../../lib/format/format-time.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { useUpdateBalance } from '../actions/use-channel-actions.ts'
import { channelsText } from '../channels.text.ts'
import { leftOf } from '../tags/tag-summary.ts'
import styles from './channel-list.module.css'

const dollarsLeft = (left: number) => formatMoney(left.toFixed(2))

/** The balance that the upstream last reported; a click requests it again. */
export function Remaining({ channel }: { channel: Channel }) {
  const t = channelsText.use()
  const update = useUpdateBalance(channel)
  const left = leftOf(channel)
  const title =
    left === undefined
      ? t('refreshBalance')
      : t('refreshBalanceAgain', { time: formatTime(channel.balance_updated_time) })
  return (
    <button
      type="button"
      className={styles.left}
      title={title}
      aria-label={t('balanceOf', { name: channel.name, left: left === undefined ? t('unknown') : dollarsLeft(left) })}
      aria-busy={update.isPending}
      disabled={update.isPending}
      onClick={() => update.mutate(undefined)}
    >
      {left === undefined ? <span className={textStyles.quiet}>—</span> : dollarsLeft(left)}
    </button>
  )
}

type UsageProps = { usedQuota: number; left: number | undefined; children: ReactNode }

/** Both amounts with a meter below; without a known balance there is no meter. */
function Usage({ usedQuota, left, children }: UsageProps) {
  const { perUnit } = useQuotaRate()
  return (
    <div className={styles.usage}>
      <span className={textStyles.secondary}>
        <Money quota={usedQuota} />
      </span>
      <span className={textStyles.quiet}>/</span>
      {children}
      {left !== undefined && (
        <div className={styles.meter}>
          <UsageMeter used={Number(dollars(usedQuota, perUnit))} left={left} />
        </div>
      )}
    </div>
  )
}

export const UsedRemaining = ({ channel }: { channel: Channel }) => (
  <Usage usedQuota={channel.used_quota} left={leftOf(channel)}>
    <Remaining channel={channel} />
  </Usage>
)

/** The sums of a tag's channels. */
export function TagUsedRemaining({ usedQuota, left }: { usedQuota: number; left: number | undefined }) {
  return (
    <Usage usedQuota={usedQuota} left={left}>
      <span>{left === undefined ? <span className={textStyles.quiet}>—</span> : dollarsLeft(left)}</span>
    </Usage>
  )
}
