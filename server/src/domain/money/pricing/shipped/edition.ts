import type { PriceAmounts } from '@turnpike/contract/money/price-book'

/** The day on which the shipped table was last compared with the vendors' prices. */
export const shippedEdition: { day: string } = { day: '2026-11-18' }

/**
 * The amounts that the edition before had, for every model whose price is different or new in this one. A model that had no
 * price has no base amount. Every fine amount is given, as a number or null, so that a change to these amounts restores them.
 */
export async function editionBefore(): Promise<Record<string, PriceAmounts>> {
  const { default: before } = await import('./edition-before.json', { with: { type: 'json' } })
  return before as Record<string, PriceAmounts>
}
