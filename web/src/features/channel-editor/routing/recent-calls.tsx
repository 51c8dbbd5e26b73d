import { summaryOfCalls } from '../../../components/call-ticks/call-summary.ts'
import { callTicksText } from '../../../components/call-ticks/call-ticks.text.ts'
import { CallTicks, FailureLines } from '../../../components/call-ticks/call-ticks.tsx'
import { useLastCalls } from '../../../components/call-ticks/last-calls.tsx'
import { useCallWords } from '../../../components/call-ticks/use-call-words.ts'
import textStyles from '../../../components/style/text.module.css'
import { useText } from '../../../lib/text/text.ts'
import styles from './routing-card.module.css'

const failuresMax = 5

/** The last calls of the channel as ticks and in words, and its newest failures. */
export function RecentCalls({ id }: { id: number }) {
  const t = useText(callTicksText)
  const words = useCallWords()
  const attempts = useLastCalls([id])?.get(id)
  if (!attempts) return null
  const failures = summaryOfCalls(attempts).failures.slice(0, failuresMax)
  return (
    <div className={styles.part}>
      <h3 className={styles.label}>{t('lastCalls')}</h3>
      {attempts.length > 0 && (
        <div className={styles.calls}>
          <CallTicks attempts={attempts} isWide />
        </div>
      )}
      <p className={textStyles.hintBelow}>{words.sentence(attempts)}</p>
      {failures.length > 0 && (
        <div className={styles.failures}>
          <FailureLines failures={failures} />
        </div>
      )}
    </div>
  )
}
