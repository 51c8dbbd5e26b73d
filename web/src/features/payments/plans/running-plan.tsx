import type { Subscription } from '@turnpike/contract/money/plans/subscription'
import { useId, useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { usePlanWords } from '../../../components/plans/use-plan-words.ts'
import { WindowRings } from '../../../components/plans/window-rings.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { formatMinute } from '../../../lib/format/format-time.ts'
import styles from './own-plans.module.css'
import { ownPlansText } from './own-plans.text.ts'

const RenewalDialog = lazyPart(async () => (await import('./renewal-dialog.tsx')).RenewalDialog)

type RunningPlanProps = { subscription: Subscription; mayChange: boolean }

/** A running plan: what is used of it, when it is renewed or ends, and whether it is renewed. */
export function RunningPlan({ subscription, mayChange }: RunningPlanProps) {
  const t = ownPlansText.use()
  const words = usePlanWords()
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const { title, terms, windows, renews, is_renewable, end_time, grace_until } = subscription
  return (
    <article className={`${layoutStyles.framed} ${styles.plan}`} aria-labelledby={id}>
      <div className={layoutStyles.row}>
        <h3 id={id} className={`${textStyles.heading} ${textStyles.shrinkingAnywhere}`}>
          {title}
        </h3>
        <StatusTag kind={grace_until > 0 ? 'attention' : 'on'}>{t(grace_until > 0 ? 'unpaid' : 'running')}</StatusTag>
      </div>
      {terms.models.length > 0 && (
        <p className={textStyles.hint} title={terms.models.join(t('comma'))}>
          {words.models(terms)}
        </p>
      )}
      <WindowRings windows={windows} />
      {grace_until > 0 && (
        <Callout tone="warning" title={t('graceTitle')} text={t('graceText', { time: formatMinute(grace_until) })} />
      )}
      <div className={styles.foot}>
        <span className={textStyles.secondary}>
          {t(renews ? 'renewsOn' : 'endsOn', { time: formatMinute(end_time) })}
        </span>
        {mayChange && (renews || is_renewable) && (
          <QuietButton onClick={() => setAsking(true)}>{t(renews ? 'stopRenewal' : 'resumeRenewal')}</QuietButton>
        )}
      </div>
      {isAsking && <RenewalDialog subscription={subscription} onClose={() => setAsking(false)} />}
    </article>
  )
}
