import { formatCount } from '@turnpike/contract/quota'
import { type LogRow, logType } from '@turnpike/contract/usage/log'
import { Repeat2 } from 'lucide-react'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { nowSeconds } from '../../../lib/address/time-window.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { formatLogTime } from '../../../lib/format/format-time.ts'
import { RowDetail } from '../detail/lazy-row-detail.ts'
import { logsText } from '../logs.text.ts'
import cellStyles from './log-cells.module.css'
import { CallSpeed, isCall, ModelName, RowCost, RowToggle, retriesOf, useTokenName } from './log-cells.tsx'
import { eventText, failureOf } from './log-event.ts'
import { TypeTag } from './type-tag.tsx'

type LogCardProps = {
  row: LogRow
  isAdmin: boolean
  /** The list holds rows of several people. */
  hasName: boolean
  isOpen: boolean
  onToggle: () => void
}

/** A row on a small screen. */
export function LogCard(props: LogCardProps) {
  const { row, hasName } = props
  return isCall(row) ? <CallCard {...props} /> : <EventCard row={row} hasName={hasName} />
}

function CallCard({ row, isAdmin, hasName, isOpen, onToggle }: LogCardProps) {
  const t = logsText.use()
  const owner = [hasName && row.username, useTokenName(row)].filter(Boolean).join(' · ')
  const isFailure = row.type === logType.failure
  return (
    <article className={layoutStyles.card}>
      <header className={cellStyles.line}>
        <span className={textStyles.growingEllipsis}>
          <ModelName name={row.model_name} />
        </span>
        {isFailure ? <TypeTag type={row.type} /> : <RowCost row={row} />}
        <span className={cellStyles.logCardToggle}>
          <RowToggle isOpen={isOpen} onToggle={onToggle} />
        </span>
      </header>
      <div className={`${cellStyles.line} ${textStyles.secondary}`}>
        <span className={textStyles.growingEllipsis}>{owner}</span>
        <CardTime row={row} />
      </div>
      {isFailure ? (
        <p className={cellStyles.logCardReason}>{failureOf(row).reason}</p>
      ) : (
        <div className={cellStyles.line}>
          <span className={textStyles.growingEllipsis}>
            {row.detail?.price.kind !== 'call' && (
              <>
                {t('tokensIn', { count: formatCount(row.prompt_tokens) })}
                <span className={textStyles.quiet}> · </span>
                {t('tokensOut', { count: formatCount(row.completion_tokens) })}
              </>
            )}
          </span>
          <Retries row={row} />
          <CallSpeed row={row} />
        </div>
      )}
      {isOpen && <RowDetail row={row} isAdmin={isAdmin} inCard />}
    </article>
  )
}

/** The channels that were tried, the successful one last: "#52 → #31". */
function Retries({ row }: { row: LogRow }) {
  if (retriesOf(row) === 0) return null
  return (
    <span className={cellStyles.retry}>
      <Repeat2 aria-hidden />
      {row.detail?.attempts.map(({ channel }) => `#${channel}`).join(' → ')}
    </span>
  )
}

function EventCard({ row, hasName }: Pick<LogCardProps, 'row' | 'hasName'>) {
  const spoken = language.use()
  return (
    <article className={layoutStyles.card}>
      <header className={cellStyles.line}>
        <TypeTag type={row.type} />
        <span className={`${textStyles.growingEllipsis} ${textStyles.secondary}`}>{hasName && row.username}</span>
        <RowCost row={row} />
      </header>
      <p className={cellStyles.logCardSentence}>{eventText(row, spoken)}</p>
      <div className={`${cellStyles.line} ${textStyles.secondary}`}>
        <span className={textStyles.growingEllipsis} />
        <CardTime row={row} />
      </div>
    </article>
  )
}

const CardTime = ({ row: { created_at } }: { row: LogRow }) => (
  <time dateTime={new Date(created_at * 1000).toISOString()}>{formatLogTime(created_at, nowSeconds())}</time>
)
