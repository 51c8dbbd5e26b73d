import type { Subscription, SubscriptionSource } from '@turnpike/contract/money/plans/subscription'
import { usePlanWords } from '../../../components/plans/use-plan-words.ts'
import { Row, RowList } from '../../../components/row-list/row-list.tsx'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { formatMinute } from '../../../lib/format/format-time.ts'
import styles from './own-plans.module.css'
import { ownPlansText } from './own-plans.text.ts'

const sources = {
  balance: 'fromBalance',
  order: 'fromOrder',
  admin: 'fromAdmin',
  import: 'fromImport',
} as const satisfies Record<SubscriptionSource, string>

/** The plans that have ended, folded. */
export function PastPlans({ past }: { past: readonly Subscription[] }) {
  const t = ownPlansText.use()
  const words = usePlanWords()
  return (
    <details className={styles.past}>
      <summary className={textStyles.secondary}>{t('past', { count: past.length })}</summary>
      <RowList>
        {past.map(({ id, title, status, source, terms, end_time }) => (
          <Row
            key={id}
            title={
              <>
                {title}
                <StatusTag kind={status === 'cancelled' ? 'stopped' : 'off'}>
                  {t(status === 'cancelled' ? 'cancelled' : 'expired')}
                </StatusTag>
              </>
            }
            detail={[t('endedOn', { time: formatMinute(end_time) }), t(sources[source]), ...words.amounts(terms)].join(
              ' · ',
            )}
          />
        ))}
      </RowList>
    </details>
  )
}
