import type { PriceProposal } from '@turnpike/contract/money/price-sources'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { PriceChange } from './price-change.tsx'
import { Change, Effect, linesOfProposal, Margin, RiskTag, Week } from './price-columns.tsx'
import styles from './prices.module.css'
import { proposalsText } from './prices.text.ts'

/** With the gap below it. */
export const priceCardHeight = 208

/** A proposal on a narrow screen. */
export function PriceCard({ proposal, quotaPerUnit }: { proposal: PriceProposal; quotaPerUnit: number }) {
  const t = proposalsText.use()
  return (
    <>
      <div className={layoutStyles.cardLine}>
        <PriceChange lines={linesOfProposal(proposal, quotaPerUnit)} />
        <span className={textStyles.oneLine}>
          <Change proposal={proposal} />
        </span>
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quietLabel}>{t('week')}</span>
        <Week proposal={proposal} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span>
          <span className={textStyles.quietSmall}>{t('effect')} </span>
          <Effect proposal={proposal} />
        </span>
        <span>
          <span className={textStyles.quietSmall}>{t('margin')} </span>
          <Margin proposal={proposal} />
        </span>
      </div>
      <div className={`${layoutStyles.cardLine} ${styles.cardSource}`}>
        <span className={textStyles.quietEllipsis}>{proposal.source_name}</span>
        <RiskTag proposal={proposal} />
      </div>
    </>
  )
}
