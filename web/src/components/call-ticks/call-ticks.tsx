import { attemptsMax, type ChannelAttempt } from '@turnpike/contract/routing/channel-attempts'
import { Tooltip } from 'antd'
import { type PointerEvent, useState } from 'react'
import { type CallEnd, endOf, summaryOfCalls } from './call-summary.ts'
import styles from './call-ticks.module.css'
import { callTicksText } from './call-ticks.text.ts'
import { useCallWords } from './use-call-words.ts'

const height = 12
const pitch = 2
const width = attemptsMax * pitch
/** Failures stand out by their height as well as by their colour. */
const heights: Record<CallEnd, number> = { ok: 4, refused: 7, failed: height }
const ends = Object.keys(heights) as CallEnd[]

type CallTicksProps = {
  attempts: readonly ChannelAttempt[]
  isWide?: boolean
  /** Inside a button, which has the focus itself. */
  isInButton?: boolean
}

/** One tick for each of the last calls of a channel, the newest at the right. Hover and focus show the failures. */
export function CallTicks({ attempts, isWide = false, isInButton = false }: CallTicksProps) {
  const words = useCallWords()
  const [pointed, setPointed] = useState<ChannelAttempt>()
  const first = attemptsMax - attempts.length
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: drawn } = currentTarget.getBoundingClientRect()
    setPointed(attempts[Math.floor(((clientX - left) / drawn) * attemptsMax) - first])
  }
  const pathOf = (end: CallEnd) =>
    attempts
      .map((attempt, index) =>
        endOf(attempt) === end ? `M${(first + index) * pitch + 0.5} ${height}v-${heights[end]}` : '',
      )
      .join('')
  const ticks = (
    <span
      className={isWide ? `${styles.ticks} ${styles.wide}` : styles.ticks}
      role="img"
      aria-label={words.sentence(attempts)}
      {...(attempts.length > 0 && !isInButton && { tabIndex: 0 })} // the keyboard must reach the failures
      onPointerMove={pointAt}
      onPointerLeave={() => setPointed(undefined)}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {first > 0 && <path className={styles.none} d={`M0 ${height - 0.5}H${first * pitch - 1}`} />}
        {ends.map((end) => (
          <path key={end} className={styles[end]} d={pathOf(end)} />
        ))}
      </svg>
    </span>
  )
  if (attempts.length === 0) return ticks
  return (
    <Tooltip title={<Failures attempts={attempts} pointed={pointed} />} trigger={['hover', 'focus']}>
      {ticks}
    </Tooltip>
  )
}

const listedMax = 4

function Failures({ attempts, pointed }: { attempts: readonly ChannelAttempt[]; pointed: ChannelAttempt | undefined }) {
  const t = callTicksText.use()
  const words = useCallWords()
  if (pointed) return words.line(pointed)
  const { failures } = summaryOfCalls(attempts)
  return (
    <div className={styles.detail}>
      <strong>{words.sentence(attempts)}</strong>
      {failures.length > 0 && <FailureLines failures={failures.slice(0, listedMax)} />}
      {failures.length > listedMax && (
        <div className={styles.more}>{t('moreFailures', { count: failures.length - listedMax })}</div>
      )}
    </div>
  )
}

/** Why calls failed, each in one line. */
export function FailureLines({ failures }: { failures: readonly ChannelAttempt[] }) {
  const words = useCallWords()
  return (
    <ul className={styles.lines}>
      {failures.map((failure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two calls may fail alike in the same second
        <li key={index}>{words.line(failure)}</li>
      ))}
    </ul>
  )
}
