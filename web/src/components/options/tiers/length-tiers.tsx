import { lengthTiersMax } from '@turnpike/contract/money/price-tiers'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../buttons/quiet-button.tsx'
import { InputField } from '../../fields/input-field.tsx'
import textStyles from '../../style/text.module.css'
import { LineFields } from '../price-drawer/line-fields.tsx'
import { tierText } from './tier.text.ts'
import { type LengthDraft, newId, type TierTerms, tokensOf } from './tier-draft.ts'
import styles from './tiers.module.css'

type LengthTiersProps = {
  /** Begins the ids of new tiers. */
  id: string
  lengths: readonly LengthDraft[]
  terms: TierTerms
  onChange: (lengths: LengthDraft[]) => void
}

/** Prices of calls with more input than a number of tokens. */
export function LengthTiers({ id, lengths, terms, onChange }: LengthTiersProps) {
  const t = tierText.use()
  const edit = (changed: LengthDraft) => onChange(lengths.map((tier) => (tier.id === changed.id ? changed : tier)))
  const problemOf = (field: string) => {
    const problem = terms.problems[field]
    return problem && t(problem)
  }
  return (
    <section className={styles.kind} aria-label={t('lengths')}>
      <h3 className={textStyles.heading}>{t('lengths')}</h3>
      <p className={textStyles.hint}>{t('lengthsHelp')}</p>
      {lengths.map((tier) => (
        <div key={tier.id} className={styles.tier}>
          <div className={styles.head}>
            <div className={styles.above}>
              <InputField
                label={t('above')}
                problem={problemOf(`${tier.id}.above`)}
                inputMode="numeric"
                suffix={<span className={textStyles.quietSmall}>{t('inputTokens')}</span>}
                value={tier.above}
                onChange={(above) => edit({ ...tier, above })}
                onBlur={() => {
                  const tokens = tokensOf(tier.above)
                  if (tokens !== undefined) edit({ ...tier, above: formatCount(tokens) })
                }}
              />
            </div>
            <IconButton
              icon={<Trash2 />}
              label={t('removeTier', { tier: `${t('above')} ${tier.above}`.trim() })}
              onClick={() => {
                terms.typing.forgetTier(tier.id)
                onChange(lengths.filter(({ id }) => id !== tier.id))
              }}
            />
          </div>
          <LineFields
            id={tier.id}
            lines={tier.lines}
            base={terms.base}
            known={terms.base}
            terms={terms}
            problem={problemOf(`${tier.id}.input`)}
            onChange={(lines) => edit({ ...tier, lines })}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          disabled={lengths.length >= lengthTiersMax}
          onClick={() => onChange([...lengths, { id: newId(id, lengths), above: '', lines: {} }])}
        >
          {t('addLength')}
        </Button>
      </div>
    </section>
  )
}
