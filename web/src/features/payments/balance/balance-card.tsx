import { useQuery } from '@tanstack/react-query'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { Money } from '../../../components/figures/money.tsx'
import { RoadDrawing } from '../../../components/road-drawing/road-drawing.tsx'
import { call } from '../../../lib/api/call.ts'
import { usePayer } from '../../../lib/api/organisations.ts'
import { daysLeft } from '../../../lib/format/days-left.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { walletText } from '../wallet.text.ts'
import styles from './balance-card.module.css'

/** The balance and how long it lasts, what was used of it, for how many requests, and what running calls hold. */
export function BalanceCard() {
  const t = walletText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const { data, error } = usePayer()
  const days = usePace(data?.quota)
  const unknown = <span title={error?.message}>—</span>
  const otherUnit = (quota: number) =>
    inQuota ? formatMoney(dollars(quota, perUnit)) : t('quota', { amount: formatCount(quota) })
  return (
    <section className={styles.card} aria-label={t('balance')}>
      <div className={styles.road}>
        <RoadDrawing variant="card" />
      </div>
      <h2 className={styles.name}>{t('balance')}</h2>
      <p className={styles.balance}>{data ? <Money quota={data.quota} /> : unknown}</p>
      <p className={styles.below}>{data && otherUnit(data.quota)}</p>
      <p className={styles.below}>{days !== undefined && t('lasts', { days })}</p>
      <dl className={styles.facts}>
        <div>
          <dt className={styles.name}>{t('used')}</dt>
          <dd>{data ? <Money quota={data.used_quota} of="spend" /> : unknown}</dd>
        </div>
        <div>
          <dt className={styles.name}>{t('requests')}</dt>
          <dd>{data ? formatCount(data.request_count) : unknown}</dd>
        </div>
        <div title={t('heldHelp')}>
          <dt className={styles.name}>{t('held')}</dt>
          <dd>{data ? <Money quota={data.held} of="spend" /> : unknown}</dd>
        </div>
      </dl>
    </section>
  )
}

const weekSeconds = 7 * 86_400

/** Whole days that the balance lasts at the pace of the last week; undefined while unknown, or when nothing was spent. */
function usePace(balance: number | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['wallet', 'pace'],
    queryFn: () => {
      const now = Math.floor(Date.now() / 1000)
      return call(logApi.selfStat, {
        query: { type: logType.consumption, start_timestamp: now - weekSeconds, end_timestamp: now },
      })
    },
  })
  return balance === undefined || !data ? undefined : daysLeft(balance, data.quota, weekSeconds)
}
