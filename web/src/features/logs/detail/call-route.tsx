import { type LogRow, logType } from '@turnpike/contract/usage/log'
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import { Link } from 'react-router'
import { useRouteReason } from '../../../components/route/route-reason.ts'
import { otherOf } from '../list/log-event.ts'
import { useChannelName } from '../use-logs.ts'
import { detailText } from './detail.text.ts'
import styles from './row-detail.module.css'

type Attempt = { channel: number; kind: string | null; status: number | null }

/** The channels tried in order, and why each failed; for administrators. */
export function CallRoute({ row }: { row: LogRow }) {
  const t = detailText.use()
  const attempts = row.detail?.attempts ?? failedAttempts(row)
  const untried = row.detail?.untried ?? untriedOf(row)
  return (
    <>
      {attempts.length > 0 && (
        <section>
          <h2 className={styles.heading}>{t('route')}</h2>
          <ul>
            {attempts.map((attempt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a channel may be tried twice, and the order never changes
              <AttemptRow key={index} attempt={attempt} />
            ))}
          </ul>
        </section>
      )}
      {untried.length > 0 && (
        <section>
          <h2 className={styles.heading}>{t('untried')}</h2>
          <ul>
            {untried.map(({ channel, reason }) => (
              <UntriedRow key={channel} channel={channel} reason={reason} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The channels of the model that a failed call did not try, and why. */
function untriedOf(row: LogRow): { channel: number; reason: string }[] {
  const info = otherOf(row).admin_info as { route?: unknown } | undefined
  const route: unknown[] = Array.isArray(info?.route) ? info.route : []
  return route.flatMap((fact) => (Array.isArray(fact) ? [{ channel: Number(fact[0]), reason: String(fact[1]) }] : []))
}

function UntriedRow({ channel, reason }: { channel: number; reason: string }) {
  const name = useChannelName(channel)
  const words = useRouteReason()(reason)
  return (
    <li className={`${styles.attempt} ${styles.untried}`}>
      <CircleMinus aria-hidden />
      <span className={styles.channel}>
        <Link to={`/channel/edit/${channel}`}>
          <code>#{channel}</code> {name}
        </Link>
      </span>
      <span className={styles.outcome}>{words}</span>
    </li>
  )
}

/** The channels of a failed call. */
function failedAttempts(row: LogRow): Attempt[] {
  if (row.type !== logType.failure) return []
  const info = otherOf(row).admin_info as { use_channel?: unknown; failures?: unknown } | undefined
  const tried = Array.isArray(info?.use_channel) ? info.use_channel.map(Number) : []
  const failures: unknown[] = Array.isArray(info?.failures) ? info.failures : []
  return tried.map((channel, index) => {
    const [kind, status]: unknown[] = Array.isArray(failures[index]) ? failures[index] : []
    return {
      channel,
      kind: typeof kind === 'string' ? kind : '',
      status: typeof status === 'number' ? status : null,
    }
  })
}

function AttemptRow({ attempt: { channel, kind, status } }: { attempt: Attempt }) {
  const t = detailText.use()
  const name = useChannelName(channel)
  const words = kind && detailText.has(kind) ? t(kind) : kind
  return (
    <li className={kind === null ? styles.attempt : `${styles.attempt} ${styles.refused}`}>
      {kind === null ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
      <span className={styles.channel}>
        <Link to={`/channel/edit/${channel}`}>
          <code>#{channel}</code> {name}
        </Link>
      </span>
      <span className={styles.outcome}>
        {kind === null ? t('succeeded') : [status, words].filter(Boolean).join(' ')}
      </span>
    </li>
  )
}
