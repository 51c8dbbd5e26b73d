const million = 1_000_000

/** Prices within a hundredth and a hundredfold of a price are plausible. */
const tolerance = 100
/** Dollars per million tokens. Where no price is known, the prices of models lie around this one. */
const usualPrice = 1

const isNear = (price: number, reference: number) => price >= reference / tolerance && price <= reference * tolerance

/** The number in a text, also with an exponent, as public price lists have it. */
function looseNumber(text: string): number {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  return plain === '' ? Number.NaN : Number(plain)
}

/**
 * The price per million tokens that a text probably means: a price per token was typed, or a price was multiplied by a
 * million once too often. `known` is the price before, or the shipped one, in dollars per million tokens. Undefined for a
 * plausible price.
 */
export function meantPrice(text: string, known: number | undefined): string | undefined {
  const typed = looseNumber(text)
  const reference = known === undefined || known <= 0 ? usualPrice : known
  if (!(typed > 0) || isNear(typed, reference)) return undefined
  const meant = [typed * million, typed / million].find((price) => isNear(price, reference))
  const plain = meant === undefined ? 0 : Number(meant.toFixed(6))
  return plain > 0 ? String(plain) : undefined
}

/** "$2.50": with two decimals at least. */
export const spelledPrice = (price: string): string => `$${/\.\d{2,}$/.test(price) ? price : Number(price).toFixed(2)}`
