import { lengthText } from '../../../lib/models/length-text.ts'
import type { ComparedLine } from './price-lines.ts'
import type { priceText } from './prices.text.ts'

/** The name of a line: `Input`, `Output · Priority · above 200K input tokens`. */
export function lineWords(line: ComparedLine, t: ReturnType<typeof priceText.use>): string {
  const { name, above, service, span } = line
  if (name === 'span') return t('span', { from: span?.from ?? '', to: span?.to ?? '', zone: span?.zone ?? '' })
  const tier = [service && t(service), above !== undefined && t('above', { count: lengthText(above) })]
  return [t(name), ...tier].filter(Boolean).join(' · ')
}

/** The amounts of some lines before or after, as one price: `$2.50 / $10.00`. */
export function amountsText(
  lines: readonly ComparedLine[],
  side: 'before' | 'after',
  t: ReturnType<typeof priceText.use>,
): string | undefined {
  const amounts = lines.flatMap((line) => {
    const amount = line[side]
    if (amount === undefined) return []
    return line.name === 'call' ? `${amount} ${t('perCall')}` : amount
  })
  return amounts.length > 0 ? amounts.join(' / ') : undefined
}
