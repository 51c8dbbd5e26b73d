import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import textStyles from '../../components/style/text.module.css'
import { bookText } from './price-book.text.ts'
import { percentOf, priceOf } from './price-words.ts'

/** A price in dollars. */
export function PriceText({ amounts, quotaPerUnit }: { amounts: PriceAmounts; quotaPerUnit: number }) {
  const t = bookText.use()
  const price = priceOf(amounts, quotaPerUnit)
  if (!price) return <span className={textStyles.quiet}>{t('noPrice')}</span>
  return 'tokens' in price ? price.tokens : `${price.call} ${t('perCall')}`
}

/** The difference in percent, or that a model gets or loses its price. */
export function PercentText({ before, after }: { before: PriceAmounts; after: PriceAmounts }) {
  const t = bookText.use()
  const percent = percentOf(before, after)
  if (percent !== undefined) return percent
  const isPriced = ({ ModelPrice, ModelRatio }: PriceAmounts) => ModelPrice !== undefined || ModelRatio !== undefined
  if (!isPriced(before)) return t('added')
  return isPriced(after) ? '—' : t('gone')
}
