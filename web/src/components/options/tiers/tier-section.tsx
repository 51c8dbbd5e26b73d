import textStyles from '../../style/text.module.css'
import { FoldedPart } from '../price-drawer/folded-part.tsx'
import { LengthTiers } from './length-tiers.tsx'
import { ServiceTiers } from './service-tiers.tsx'
import { tierText } from './tier.text.ts'
import { type TiersDraft, type TierTerms, tiersOfDraft } from './tier-draft.ts'
import { tierLines } from './tier-words.ts'
import styles from './tiers.module.css'
import { TimeSpans } from './time-spans.tsx'

type TierSectionProps = { tiers: TiersDraft; terms: TierTerms; onChange: (tiers: TiersDraft) => void }

/** The tiers of a price, behind their title; closed for a price without tiers. */
export function TierSection({ tiers, terms, onChange }: TierSectionProps) {
  const t = tierText.use()
  const { lengths, services, zone, spans } = tiers
  const count = lengths.length + services.length + spans.length
  const stored = tiersOfDraft(tiers)
  const summary = stored ? tierLines(stored, terms.base.own, terms.quotaPerUnit, t) : []
  return (
    <div className={styles.tiers}>
      <FoldedPart title={t('tiers')} facts={count > 0 ? String(count) : ''} isOpen={false}>
        <p className={textStyles.hint}>{t('tiersHelp')}</p>
        <LengthTiers
          id="length"
          lengths={lengths}
          terms={terms}
          onChange={(next) => onChange({ ...tiers, lengths: next })}
        />
        <ServiceTiers services={services} terms={terms} onChange={(next) => onChange({ ...tiers, services: next })} />
        <TimeSpans zone={zone} spans={spans} terms={terms} onChange={(next) => onChange({ ...tiers, ...next })} />
      </FoldedPart>
      {summary.length > 0 && (
        <ul className={`${styles.summary} ${textStyles.hint}`}>
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
