import { tierText } from '../../../components/options/tiers/tier.text.ts'
import { daysWords } from '../../../components/options/tiers/tier-words.ts'
import { lengthText } from '../../../lib/models/length-text.ts'
import type { ComparedLine } from './price-lines.ts'
import type { priceText } from './prices.text.ts'

/** The name of a line: `Input`, `Output · Priority · above 200K input tokens`, `20:00–23:00 Mon–Fri Asia/Shanghai`. */
export function lineWords(line: ComparedLine, t: ReturnType<typeof priceText.use>): string {
  const { name, above, service, span } = line
  if (name === 'span') {
    const { from = '', to = '', days, zone = '' } = span ?? {}
    return t('span', { from, to, days: days ? ` ${daysWords(days, tierText.get())}` : '', zone })
  }
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
