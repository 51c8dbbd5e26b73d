import { useQuery } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { channelApi } from '@turnpike/contract/routing/channel'
import { type LogRow, logApi } from '@turnpike/contract/usage/log'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { formatDuration, formatMilliseconds } from '../../lib/format/format-time.ts'
import { session } from '../../lib/session/session.ts'
import { Money } from '../figures/money.tsx'
import styles from './first-call.module.css'
import { firstCallText } from './first-call.text.ts'

/** The channel that served a call, which only administrators may know. */
function useServingChannel(requestId: string): string | undefined {
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  return useQuery({
    queryKey: ['serving channel', requestId],
    queryFn: async () => {
      const { items } = await call(logApi.list, { query: { p: 1, page_size: 1, request_id: requestId } })
      const id = items[0]?.channel
      if (!id) return ''
      const { name } = await call(channelApi.get, { params: { id: String(id) } })
      return `${name} #${id}`
    },
    enabled: isAdmin && requestId !== '',
    retry: false,
  }).data
}

/** The facts and the cost of a call. */
export function CallReceipt({ row, response }: { row: LogRow; response?: string | undefined }) {
  const t = firstCallText.use()
  const channel = useServingChannel(row.request_id)
  const { timing } = row.detail ?? {}
  return (
    <section className={styles.receipt} aria-label={t('receipt')}>
      <dl className={styles.lines}>
        {response && <Line name={t('response')}>{response}</Line>}
        <Line name={t('model')}>
          <code>{row.model_name}</code>
        </Line>
        {channel && <Line name={t('channel')}>{channel}</Line>}
        <Line name={t('tokens')}>
          {t('tokensInOut', { input: formatCount(row.prompt_tokens), output: formatCount(row.completion_tokens) })}
        </Line>
        <Line name={t('time')}>{timing ? formatMilliseconds(timing.total) : formatDuration(row.use_time)}</Line>
        <div className={styles.total}>
          <dt>{t('price')}</dt>
          <dd>
            <Money quota={row.quota} of="call" />
          </dd>
        </div>
      </dl>
      <Link to={`/log?request_id=${encodeURIComponent(row.request_id)}`}>{t('openRow')}</Link>
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
