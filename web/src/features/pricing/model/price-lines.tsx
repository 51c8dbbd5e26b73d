import type { PricedModel } from '@turnpike/contract/money/pricing'
import { useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { AlignedDecimals } from '../../../components/figures/aligned-decimals.tsx'
import textStyles from '../../../components/style/text.module.css'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { amountText, decimalsOf, inDollars, isPerCall, linesOf, type Terms } from '../../../lib/prices/price-lines.ts'
import styles from '../pricing.module.css'
import { modelDrawerText } from './model-drawer.text.ts'
import { PriceSection, PriceTable } from './price-section.tsx'

type PriceLinesProps = { model: PricedModel; group: string; terms: Terms }

/** The unit of a model's prices in words. Ratios stand beside the dollars here, so the dollars are always shown. */
export function useUnitName(model: PricedModel, unit: Terms['unit']): string {
  const t = modelDrawerText.use()
  if (isPerCall(model)) return t('perCall')
  return t(unit === '1k' ? 'perThousand' : 'perMillion')
}

/** Every price of a model for the shown group, and on request the multipliers that make it. */
export function PriceLines({ model, group, terms }: PriceLinesProps) {
  const t = modelDrawerText.use()
  const unitName = useUnitName(model, terms.unit)
  const perCall = isPerCall(model)
  const [isAdvanced, setAdvanced] = useState(terms.unit === 'ratio')
  const showsRatios = isAdvanced && !perCall
  return (
    <PriceSection
      title={t('prices')}
      beside={
        <>
          <span>{t('per', { group })}</span> <RatioTag ratio={terms.groupRatio} />
        </>
      }
    >
      <PriceTable head={t('part')} columns={showsRatios ? [unitName, t('multiplier')] : [unitName]}>
        {linesOf(model).map((line) => (
          <tr key={line.name}>
            <th scope="row">{t(line.name)}</th>
            <td className={styles.figure}>
              <AlignedDecimals text={amountText(line, inDollars(terms))} decimals={decimalsOf[inDollars(terms).unit]} />
            </td>
            {showsRatios && (
              <td className={`${styles.figure} ${styles.ratio}`}>{amountText(line, { ...terms, unit: 'ratio' })}</td>
            )}
          </tr>
        ))}
      </PriceTable>
      {!perCall && !isAdvanced && (
        <p className={styles.advanced}>
          <QuietButton onClick={() => setAdvanced(true)}>{t('showMultipliers')}</QuietButton>
        </p>
      )}
      {perCall && model.tags.includes('image') && <p className={textStyles.hintBelow}>{t('imageHint')}</p>}
      {model.counted_by && <p className={textStyles.hintBelow}>{t(`${model.counted_by}Hint`)}</p>}
    </PriceSection>
  )
}
