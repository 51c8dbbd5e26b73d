import { type Redemption, redemptionStatus } from '@turnpike/contract/money/redemption'
import { Checkbox } from 'antd'
import { SecretKey } from '../../components/copy/secret-key.tsx'
import { Money } from '../../components/figures/money.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import type { Tick } from '../../components/list-page/use-row-selection.tsx'
import textStyles from '../../components/style/text.module.css'
import { useText } from '../../lib/text/text.ts'
import { type CodeHandlers, RedemptionActions } from './redemption-actions.tsx'
import { RedemptionStatus } from './redemption-status.tsx'
import { RedemptionUser } from './redemption-user.tsx'
import styles from './redemptions.module.css'
import { redemptionsText } from './redemptions.text.ts'

type RedemptionCardProps = {
  code: Redemption
  actions: CodeHandlers
  /** Present while rows are being selected. */
  tick?: Tick | undefined
}

/** A code on a small screen. */
export function RedemptionCard({ code, actions, tick }: RedemptionCardProps) {
  const t = useText(redemptionsText)
  const isUsed = code.status === redemptionStatus.used
  return (
    <>
      <div className={styles.cardLine}>
        <span className={styles.cardName}>
          {tick && <Checkbox checked={tick.isTicked} onChange={tick.onTick} aria-label={code.name} />}
          <strong>{code.name}</strong>
        </span>
        <RedemptionStatus status={code.status} />
      </div>
      <SecretKey text={code.key} name={t('code')} />
      <div className={styles.cardLine}>
        <span className={styles.cardLabel}>{t('quota')}</span>
        <Money quota={code.quota} />
      </div>
      {isUsed && (
        <div className={styles.cardLine}>
          <span className={styles.cardLabel}>{t('usedBy')}</span>
          <span className={textStyles.ellipsis}>
            <RedemptionUser code={code} /> · <RelativeTime seconds={code.redeemed_time} />
          </span>
        </div>
      )}
      <div className={styles.cardFoot}>
        <span className={textStyles.quietSmall}>
          #{code.id} · <RelativeTime seconds={code.created_time} />
        </span>
        <RedemptionActions code={code} actions={actions} />
      </div>
    </>
  )
}
