import { useEffect, useState } from 'react'
import { language } from '../../lib/browser/preferences.ts'
import { formatRelative, formatTime } from '../../lib/format/format-time.ts'
import textStyles from '../style/text.module.css'

const nowSeconds = () => Math.floor(Date.now() / 1000)

type RelativeTimeProps = {
  /** Unix time. */
  seconds: number
  /** The sentence around the time: "Resets in 2 h". */
  words?: (time: string) => string
}

/** "3 min ago", kept current, with the exact time on hover. */
export function RelativeTime({ seconds, words = (time) => time }: RelativeTimeProps) {
  const spoken = language.use()
  const [now, setNow] = useState(nowSeconds)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowSeconds()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className={textStyles.oneLine} dateTime={new Date(seconds * 1000).toISOString()} title={formatTime(seconds)}>
      {words(formatRelative(seconds, now, spoken))}
    </time>
  )
}
