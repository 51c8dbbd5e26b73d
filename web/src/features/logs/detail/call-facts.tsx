import { type LogRow, logType } from '@turnpike/contract/usage/log'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { ModelLink } from '../../../components/model-link/model-link.tsx'
import textStyles from '../../../components/style/text.module.css'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { formatMilliseconds } from '../../../lib/format/format-time.ts'
import { failureOf, otherOf } from '../list/log-event.ts'
import { detailText } from './detail.text.ts'
import styles from './row-detail.module.css'

/** Ids to copy, times, and where the call went. */
export function CallFacts({ row, isAdmin }: { row: LogRow; isAdmin: boolean }) {
  const t = detailText.use()
  const { detail, request_id, model_name, token_name, group, type } = row
  const path = detail?.path || String(otherOf(row).request_path ?? '')
  const virtual = detail?.virtual_model ?? String(otherOf(row).virtual_model ?? '')
  const failed = detail?.virtual_failed ?? []
  const facts: [name: string, value: ReactNode][] = [
    [
      t('requestId'),
      request_id && (
        <>
          <code>{request_id}</code> <CopyButton text={request_id} name={t('requestId')} />
        </>
      ),
    ],
    // The row above cuts long names short.
    [
      t('model'),
      model_name && (
        <>
          <ModelLink name={model_name} /> <CopyButton text={model_name} name={t('model')} />
        </>
      ),
    ],
    [
      t('virtualModel'),
      virtual && (
        <>
          <code>{virtual}</code> {failed.length > 0 && t('afterFailed', { models: failed.join(', ') })}
        </>
      ),
    ],
    [t('token'), token_name],
    [t('statusCode'), type === logType.failure && failureOf(row).status],
    ...times(row, t),
    [
      t('group'),
      group && (
        <>
          {group} {detail && <RatioTag ratio={detail.group_ratio} />}
        </>
      ),
    ],
    [t('path'), path && <code>{path}</code>],
    [t('upstreamModel'), isAdmin && detail?.upstream_model && <code>{detail.upstream_model}</code>],
    ...(isAdmin && detail ? profitOf(row.quota, detail.cost, t) : []),
    [t('conversion'), isAdmin && detail && detail.conversion.length > 1 && detail.conversion.join(' → ')],
  ]
  const known = facts.filter(([, value]) => value)
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function profitOf(quota: number, cost: number | null, t: ReturnType<typeof detailText.use>): [string, ReactNode][] {
  if (cost === null) return []
  const share = quota > 0 ? ` · ${(((quota - cost) / quota) * 100).toFixed(1)}%` : ''
  return [
    [t('cost'), <Money key="cost" quota={cost} of="spend" />],
    [
      t('margin'),
      <span key="margin" className={cost > quota ? textStyles.problem : undefined}>
        <Money quota={quota - cost} of="spend" />
        {share}
      </span>,
    ],
  ]
}

function times(
  { detail, is_stream, completion_tokens }: LogRow,
  t: ReturnType<typeof detailText.use>,
): [string, ReactNode][] {
  if (!detail?.timing) return []
  const { first_word, total } = detail.timing
  const whole = `${formatMilliseconds(total)} · ${t(is_stream ? 'stream' : 'noStream')}`
  const rows: [string, ReactNode][] =
    first_word === null ? [[t('totalTime'), whole]] : [[t('timing'), `${formatMilliseconds(first_word)} / ${whole}`]]
  const writingMs = total - (first_word ?? 0)
  if (is_stream && completion_tokens > 1 && writingMs >= 100)
    rows.push([t('speed'), t('perSecond', { count: String(Math.round(completion_tokens / (writingMs / 1000))) })])
  return rows
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)
