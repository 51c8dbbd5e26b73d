import type { Dividend, DividendState } from '@turnpike/contract/money/agents/dividend'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import textStyles from '../../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { formatTime } from '../../../lib/format/format-time.ts'
import styles from '../agent.module.css'
import { dividendsText } from './dividends.text.ts'

const kinds: Record<DividendState, StatusKind> = {
  waiting: 'running',
  final: 'on',
  held: 'attention',
  refused: 'stopped',
}

/** The state of a share, and when one that waits will be final. */
export function DividendStatus({ dividend: { state, final_at, amount, reversed } }: { dividend: Dividend }) {
  const t = dividendsText.use()
  // Nothing is left that could become final.
  if (state !== 'refused' && reversed === amount) return <StatusTag kind="off">{t('allBack')}</StatusTag>
  const help = { waiting: '', final: formatTime(final_at), held: t('heldHelp'), refused: t('refusedHelp') }[state]
  return (
    <span className={styles.state} title={help || undefined}>
      <StatusTag kind={kinds[state]}>{t(state)}</StatusTag>
      {state === 'waiting' && (
        <span className={textStyles.quietSmall}>
          <RelativeTime seconds={final_at} words={(time) => t('finalAt', { time })} />
        </span>
      )}
    </span>
  )
}
