import { channelTestName, type LogDetail, type LogRow, logType } from '@turnpike/contract/usage/log'
import { ChevronDown, ChevronRight, Repeat2 } from 'lucide-react'
import { Link } from 'react-router'
import { copy } from '../../../components/copy/copy.ts'
import { Money } from '../../../components/figures/money.tsx'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { formatDuration } from '../../../lib/format/format-time.ts'
import { logsText } from '../logs.text.ts'
import { durationTone, firstTokenTone } from './call-speed.ts'
import styles from './log-cells.module.css'
import { creditOf, eventText, failureOf } from './log-event.ts'
import { useTierWords } from './tier-words.ts'

export const isCall = ({ type }: LogRow) => type === logType.consumption || type === logType.failure

/** The name of the token; a channel test has none. */
export function useTokenName({ token_name }: LogRow): string {
  const t = logsText.use()
  return token_name === channelTestName ? t('channelTest') : token_name
}

export function TokenName({ row }: { row: LogRow }) {
  const name = useTokenName(row)
  return <span title={name}>{name}</span>
}

/** The name of a model; a click copies it. */
export function ModelName({ name }: { name: string }) {
  const t = logsText.use()
  if (!name) return <span className={styles.quiet}>—</span>
  return (
    <button type="button" className={styles.model} title={name} onClick={() => copy(name, t('model'))}>
      {name}
    </button>
  )
}

/** Milliseconds until the first token; undefined when the response was not streamed or the row does not say. */
const firstTokenOf = ({ detail }: LogRow) => detail?.timing?.first_word ?? undefined

/** The duration of the call and its time to first token, or that it was no stream; slow times stand out. */
export function CallSpeed({ row }: { row: LogRow }) {
  const t = logsText.use()
  const firstToken = firstTokenOf(row)
  // A refusal in no time is not a fast response.
  const isQuickFailure = row.type === logType.failure && durationTone(row.use_time) === 'fast'
  const seconds = row.detail?.timing ? row.detail.timing.total / 1000 : row.use_time
  return (
    <span className={styles.speed}>
      <Duration tone={isQuickFailure ? undefined : durationTone(seconds)}>{formatDuration(seconds)}</Duration>
      {firstToken !== undefined && (
        <>
          {durationTone(seconds) === 'fast' && firstTokenTone(firstToken) === 'fast' && (
            <span className={styles.dot}>·</span>
          )}
          <Duration tone={firstTokenTone(firstToken)}>{formatDuration(firstToken / 1000)}</Duration>
        </>
      )}
      {row.type === logType.consumption && !row.is_stream && <span className={styles.quiet}>{t('noStream')}</span>}
    </span>
  )
}

const Duration = ({ tone, children }: { tone: ReturnType<typeof durationTone> | undefined; children: string }) => (
  <span className={tone ? styles[tone] : textStyles.quiet} data-tone={tone}>
    {children}
  </span>
)

/** What a call cost, or what a row credited; a refund takes back what a call cost. */
export function RowCost({ row }: { row: LogRow }) {
  if (row.quota < 0)
    return (
      <span className={styles.credit}>
        +<Money quota={-row.quota} of="spend" />
      </span>
    )
  const credit = creditOf(row)
  if (credit) return <span className={styles.credit}>{credit}</span>
  if (row.type !== logType.consumption) return <span className={styles.quiet}>—</span>
  return (
    <span className={textStyles.medium}>
      <Money quota={row.quota} of="call" />
    </span>
  )
}

/** How many channels failed before one succeeded; for administrators. */
export const retriesOf = ({ detail }: LogRow) => Math.max(0, (detail?.attempts.length ?? 0) - 1)

export function RowChannel({ row }: { row: LogRow }) {
  const t = logsText.use()
  const count = retriesOf(row)
  if (row.channel === 0) return <span className={styles.quiet}>—</span>
  return (
    <span className={styles.channel}>
      <Link to={`/channel/edit/${row.channel}`}>#{row.channel}</Link>
      {count > 0 && (
        <span className={styles.retry} title={t('retries', { count })}>
          <Repeat2 role="img" aria-label={t('retries', { count })} />
          {count}
        </span>
      )}
    </span>
  )
}

/** What decided over a call, why it failed, or what the row says. */
export function RowDetails({ row }: { row: LogRow }) {
  const t = logsText.use()
  const spoken = language.use()
  if (row.type === logType.failure) {
    const { status, reason } = failureOf(row)
    return (
      <span className={`${textStyles.problem} ${textStyles.small}`} title={reason}>
        {[status, reason].filter(Boolean).join(' · ')}
      </span>
    )
  }
  if (row.content === channelTestName) return <span className={styles.details}>{t('channelTest')}</span>
  if (!row.detail) return <span className={styles.details}>{isCall(row) ? row.content : eventText(row, spoken)}</span>
  return <Decisive row={row} detail={row.detail} />
}

/** What made the charge differ from the usual: the tier, the cache, the route; otherwise the path. */
function Decisive({ row, detail }: { row: LogRow; detail: LogDetail }) {
  const t = logsText.use()
  const tier = useTierWords()
  const { price, virtual_model, upstream_model, is_counted, end, path } = detail
  const share = cachedShare(row)
  const parts = [
    price.kind === 'call' && t('callPrice', { price: String(price.price), ratio: detail.group_ratio }),
    price.kind === 'tokens' && price.tier && tier(price.tier),
    share > 0 && t('cached', { share: `${Math.max(1, Math.round(share * 100))}%` }),
    virtual_model && t('viaVirtual', { model: virtual_model }),
    upstream_model && t('toUpstream', { model: upstream_model }),
    end !== null && end !== 'done' && t('ended'),
    is_counted && t('counted'),
  ].filter((part) => typeof part === 'string')
  const text = parts.join(' · ')
  return (
    <span className={text ? styles.details : styles.quiet} title={text || path}>
      {text || path || '—'}
    </span>
  )
}

/** The sentence of a row that is no call. */
export function EventSentence({ row }: { row: LogRow }) {
  const text = eventText(row, language.use())
  return (
    <span className={styles.sentence} title={text}>
      {text}
    </span>
  )
}

type RowToggleProps = { isOpen: boolean; onToggle: () => void }

/** The chevron that opens a row to its details. */
export function RowToggle({ isOpen, onToggle }: RowToggleProps) {
  const t = logsText.use()
  const label = t(isOpen ? 'close' : 'open')
  return (
    <button type="button" className={styles.toggle} aria-label={label} aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? <ChevronDown /> : <ChevronRight />}
    </button>
  )
}

const inputs: ReadonlySet<string> = new Set([
  'input',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'image_input',
  'audio_input',
])

/** The part of the input tokens that came from the provider's cache, 0 to 1. */
function cachedShare({ detail }: Pick<LogRow, 'detail'>): number {
  const lines = detail?.price.kind === 'tokens' ? detail.price.lines : []
  const sum = (counts: typeof lines) => counts.reduce((all, { count }) => all + count, 0)
  const all = sum(lines.filter(({ name }) => inputs.has(name)))
  return all === 0 ? 0 : sum(lines.filter(({ name }) => name === 'cache_read')) / all
}
