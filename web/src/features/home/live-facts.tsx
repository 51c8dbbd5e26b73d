import type { Status } from '@turnpike/contract/system/status'
import { type ReactNode, useEffect, useState } from 'react'
import textStyles from '../../components/style/text.module.css'
import { useText } from '../../lib/text/text.ts'
import styles from './home.module.css'
import { homeText } from './home.text.ts'
import { offeredTypes } from './offered-types.ts'
import { uptime } from './uptime.ts'

const dialects = ['OpenAI', 'Anthropic', 'Gemini']

/** Seconds since 1970, a minute at a time. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now / 1000
}

/** Facts about this installation that come from its status or from the program itself. */
export function LiveFacts({ status }: { status: Status }) {
  const t = useText(homeText)
  const now = useMinute()
  return (
    <section className={styles.facts} aria-label={t('facts')}>
      <Fact
        value={<span className={styles.operational}>{t('operational')}</span>}
        label={t('upFor', uptime(status.start_time, now))}
      />
      <Fact value={status.version} label={t('version')} />
      <Fact value={offeredTypes(status.callable_channel_types).length} label={t('upstreams')} />
      <Fact value={dialects.length} label={t('dialects', { names: dialects })} />
    </section>
  )
}

function Fact({ value, label }: { value: ReactNode; label: string }) {
  return (
    <p className={styles.fact}>
      <strong>{value}</strong>
      <span className={textStyles.hint}>{label}</span>
    </p>
  )
}
