import type { StatusWord } from '@turnpike/contract/channel'
import { formatCount } from '@turnpike/contract/quota'
import { Link } from 'react-router'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../lib/text/text.ts'
import { channelsText } from '../channels.text.ts'
import styles from './channel-facts.module.css'

type Counts = { enabled: number; disabled: number; auto_disabled: number; failed: number }

const ofStatus: { status: StatusWord; words: 'enabledCount' | 'disabledCount' | 'autoDisabledCount' }[] = [
  { status: 'enabled', words: 'enabledCount' },
  { status: 'disabled', words: 'disabledCount' },
  { status: 'auto_disabled', words: 'autoDisabledCount' },
]

/** How many channels there are in all states; each number leads to its channels. */
export function ChannelFacts({ counts }: { counts: Counts }) {
  const t = useText(channelsText)
  const small = useSmallScreen()
  const total = counts.enabled + counts.disabled + counts.auto_disabled
  const fact = (count: number, words: string, to: string) =>
    count > 0 ? <Link to={to}>{words}</Link> : <span>{words}</span>
  const failed = counts.failed > 0 && (
    <Link className={styles.failed} to="?health=failed">
      {t('failedCount', { count: formatCount(counts.failed) })}
    </Link>
  )
  if (small)
    return (
      <span className={styles.facts}>
        <Link to="?">{formatCount(total)}</Link>
        {failed}
      </span>
    )
  return (
    <span className={styles.facts}>
      {fact(total, t('totalCount', { count: formatCount(total) }), '?')}
      {ofStatus.map(({ status, words }) => (
        <span key={status}>
          {fact(counts[status], t(words, { count: formatCount(counts[status]) }), `?status=${status}`)}
        </span>
      ))}
      {failed}
    </span>
  )
}
