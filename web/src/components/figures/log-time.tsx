import { formatLogTime, formatTime } from '../../lib/format/format-time.ts'

/** An exact time, with the year on hover. `seconds` is unix time. */
export function LogTime({ seconds }: { seconds: number }) {
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={formatTime(seconds)}>
      {formatLogTime(seconds, Math.floor(Date.now() / 1000))}
    </time>
  )
}
