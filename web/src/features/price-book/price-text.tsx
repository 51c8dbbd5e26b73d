import { drawerText } from '../../components/options/price-drawer/price-drawer.text.ts'
import { linesOfAmounts } from '../../components/options/price-lines.ts'
import { type Amounts, isSameAmount } from '../../components/options/price-maps.ts'
import { tierText } from '../../components/options/tiers/tier.text.ts'
import { tierLines } from '../../components/options/tiers/tier-words.ts'
import textStyles from '../../components/style/text.module.css'
import { bookText } from './price-book.text.ts'
import { changedLines, hasFineChange, percentOf, priceOf } from './price-words.ts'

/** A price in dollars. */
export function PriceText({ amounts, quotaPerUnit }: { amounts: Amounts; quotaPerUnit: number }) {
  const t = bookText.use()
  const price = priceOf(amounts, quotaPerUnit)
  if (!price) return <span className={textStyles.quiet}>{t('noPrice')}</span>
  return 'tokens' in price ? price.tokens : `${price.call} ${t('perCall')}`
}

/** The difference in percent, or that a model gets or loses its price. */
export function PercentText({ before, after }: { before: Amounts; after: Amounts }) {
  const t = bookText.use()
  const percent = percentOf(before, after)
  if (percent === '0%' && hasFineChange(before, after)) return t('otherParts')
  if (percent !== undefined) return percent
  const isPriced = ({ ModelPrice, ModelRatio }: Amounts) => ModelPrice !== undefined || ModelRatio !== undefined
  if (!isPriced(before)) return t('added')
  return isPriced(after) ? '—' : t('gone')
}

/** The changed parts of a price besides input and output: "Cached input $0.25", and each tier. */
export function useFineWords(): (before: Amounts, after: Amounts, quotaPerUnit: number) => string[] {
  const t = bookText.use()
  const price = drawerText.use()
  const tier = tierText.use()
  return (before, after, quotaPerUnit) => {
    const lines = changedLines(before, after, quotaPerUnit).map(
      ({ line, price: dollars }) => `${price(line)} ${dollars}`,
    )
    const { ModelTiers: tiers } = after
    if (isSameAmount(before.ModelTiers, tiers)) return lines
    return [...lines, ...(tiers ? tierLines(tiers, linesOfAmounts(after), quotaPerUnit, tier) : [t('noTiers')])]
  }
}
