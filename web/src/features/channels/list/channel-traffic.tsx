import { formatCount } from '@turnpike/contract/quota'
import type { Channel } from '@turnpike/contract/routing/channel'
import { Link } from 'react-router'
import { useLastCallsOf } from '../../../components/call-ticks/last-calls.tsx'
import { Money } from '../../../components/figures/money.tsx'
import textStyles from '../../../components/style/text.module.css'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'
import { errorRate } from './error-rate.ts'

/** The requests of the last 24 hours with their error rate, above what users paid for them. Leads to the log. */
export function ChannelTraffic({ channel: { id, name } }: { channel: Channel }) {
  const t = channelsText.use()
  const traffic = useLastCallsOf(id)?.traffic
  if (!traffic || traffic.requests === 0) return <span className={textStyles.quiet}>—</span>
  const { requests, failed, quota } = traffic
  const rate = errorRate(failed, requests)
  const count = formatCount(requests)
  return (
    <Link className={styles.traffic} to={`/log?channel=${id}`} title={t('trafficHelp', { name, count, failed })}>
      <span>
        {count}
        {failed > 0 && <span className={textStyles.problemSmall}> · {rate}</span>}
      </span>
      <span className={textStyles.quietSmall}>
        <Money quota={quota} of="spend" />
      </span>
    </Link>
  )
}
