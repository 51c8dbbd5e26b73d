import { useQuery } from '@tanstack/react-query'
import type { RunningPlan } from '@turnpike/contract/identity/user'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { Link } from 'react-router'
import { Money } from '../../../../components/figures/money.tsx'
import { WindowRings } from '../../../../components/plans/window-rings.tsx'
import textStyles from '../../../../components/style/text.module.css'
import { call } from '../../../../lib/api/call.ts'
import { useSeat } from '../../../../lib/api/organisations.ts'
import { session } from '../../../../lib/session/session.ts'
import { pages } from '../../../routes.tsx'
import { sideItems } from '../../side/side-items.ts'
import styles from './balance-panel.module.css'
import { balancePanelText } from './balance-panel.text.ts'
import { dayStarts, daysShown, paceOf, spendByDay } from './burn-down.ts'
import { SpendBars } from './spend-bars.tsx'

/** The spend of the signed-in user, or of the organisation, on each of the last days. */
function useSpend() {
  const user = session.use()
  return useQuery({
    queryKey: ['self', user?.id, 'spend'],
    queryFn: async () => {
      const starts = dayStarts(new Date())
      const rows = await call(dashboardApi.self, {
        query: {
          start_timestamp: starts[0],
          end_timestamp: Math.floor(Date.now() / 1000),
          granularity: 'day',
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      })
      return { starts, spend: spendByDay(starts, rows) }
    },
  })
}

type BalancePanelProps = { balance: number | undefined; plans: readonly RunningPlan[]; onLeave: () => void }

/** The balance, the recent spend, and how long the balance lasts at this pace. */
export function BalancePanel({ balance, plans, onLeave }: BalancePanelProps) {
  const t = balancePanelText.use()
  const { data, error, refetch, isFetching } = useSpend()
  const seat = useSeat()
  return (
    <>
      <div className={styles.head}>
        <span className={`${textStyles.quietLight} ${styles.label}`}>{t('balance')}</span>
        <span className={styles.amount}>{balance === undefined ? '—' : <Money quota={balance} />}</span>
        {data && balance !== undefined && <Lasts spend={data.spend} balance={balance} />}
      </div>
      {plans.map(({ title, windows }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two plans may have the same name
        <section key={index} className={styles.plan}>
          <h2 className={`${textStyles.quietLight} ${styles.label}`}>{title}</h2>
          <WindowRings windows={windows} />
        </section>
      ))}
      {data && <Spend {...data} />}
      {!data && error && (
        <div className={styles.error} role="alert">
          {error.message}{' '}
          <button type="button" className={styles.retry} disabled={isFetching} onClick={() => refetch()}>
            {t('retry')}
          </button>
        </div>
      )}
      {!data && !error && <div className={styles.waiting} aria-busy="true" />}
      <div className={styles.links}>
        {(!seat || seat.may('watch')) && pages.has(sideItems.wallet.path) && (
          <Link to={sideItems.wallet.path} onClick={onLeave}>
            {t('wallet')}
          </Link>
        )}
        <Link to={sideItems.usageLog.path} onClick={onLeave}>
          {t('log')}
        </Link>
      </div>
    </>
  )
}

const yearDays = 365

function Lasts({ spend, balance }: { spend: readonly number[]; balance: number }) {
  const t = balancePanelText.use()
  const pace = paceOf(spend, balance)
  const words = () => {
    if (balance <= 0) return t('usedUp')
    if (!pace) return t('noSpend', { days: daysShown })
    if (pace.days > yearDays) return t('lastsLong')
    return pace.days === 0 ? t('lastsShort') : t('lasts', { days: pace.days })
  }
  const isLow = balance <= 0 || (pace !== undefined && pace.days <= 2)
  return <span className={isLow ? styles.low : textStyles.secondary}>{words()}</span>
}

function Spend({ starts, spend }: { starts: readonly number[]; spend: readonly number[] }) {
  const t = balancePanelText.use()
  const pace = paceOf(spend, 0)
  return (
    <>
      <h2 className={`${textStyles.quietLight} ${styles.label}`}>{t('lastDays', { days: daysShown })}</h2>
      <SpendBars starts={starts} spend={spend} />
      <dl className={styles.figures}>
        <dt>{t('today')}</dt>
        <dd>
          <Money quota={spend.at(-1) ?? 0} of="spend" />
        </dd>
        <dt>{t('perDay')}</dt>
        <dd>
          <Money quota={Math.round(pace?.perDay ?? 0)} of="spend" />
        </dd>
      </dl>
    </>
  )
}
