import { formatDuration } from '../../lib/format/format-time.ts'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import styles from './figures.module.css'
import { speedOf } from './speed.ts'

const responseText = dictionary({
  untested: ['Untested', '未测试'],
  fast: ['fast, up to 1 s', '快，不超过 1 秒'],
  fair: ['fair, up to 3 s', '较快，不超过 3 秒'],
  slow: ['slow, up to 5 s', '慢，不超过 5 秒'],
  crawling: ['very slow, over 5 s', '很慢，超过 5 秒'],
})

const heights = [3, 6, 9, 12]

/** How long an upstream took: bars, colour and figure. Zero means it was never tested. */
export function ResponseTime({ milliseconds, detail }: { milliseconds: number; detail?: string | undefined }) {
  const t = responseText.use()
  if (milliseconds <= 0) return <span className={textStyles.quiet}>{t('untested')}</span>
  const { bars, tone } = speedOf(milliseconds)
  return (
    <span className={styles.time} title={[t(tone), detail].filter(Boolean).join(' · ')} data-speed={tone}>
      <svg className={styles[tone]} viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" focusable="false">
        {heights.map((height, at) => (
          <rect
            key={height}
            x={at * 3.7}
            y={12 - height}
            width="2.6"
            height={height}
            rx=".6"
            fill={at < bars ? 'currentColor' : 'var(--fill-hover)'}
          />
        ))}
      </svg>
      {formatDuration(milliseconds / 1000)}
    </span>
  )
}
