/**
 * What a field accepts, as plain data. The server's schema and the browser's form both read it: the browser's bundle
 * has no zod, so a form cannot read a bound out of a schema.
 */
export type TextBounds = {
  /** In characters as people count them, not in the units they are stored in. */
  charactersMin?: number
  charactersMax?: number
  /** In UTF-16 units, which `maxLength` of an input counts too. */
  lengthMax?: number
  pattern?: RegExp
}
export type NumberBounds = {
  min: number
  max: number
  /** Digits after the point at most; 0 for a whole number. */
  decimals: number
}
/** The bounds of a body, by the names of its members. */
export type BoundsByField = Record<string, TextBounds | NumberBounds>

/** Line breaks are control characters too: a name with one could not be shown in a row or sent in a header. */
export const noControlCharacters = /^\P{Cc}*$/u
/** Neither control characters nor invisible or unassigned ones. */
export const printable = /^\P{C}*$/u

export const charactersIn = (text: string) => [...text].length

export function isTextWithin({ charactersMin, charactersMax, lengthMax, pattern }: TextBounds, text: string): boolean {
  if (lengthMax !== undefined && text.length > lengthMax) return false
  if (charactersMin !== undefined && charactersIn(text) < charactersMin) return false
  if (charactersMax !== undefined && charactersIn(text) > charactersMax) return false
  return pattern === undefined || pattern.test(text)
}

const plainNumber = /^(?:0|[1-9]\d*)(?:\.(\d+))?$/

/** Infinite for a text that is no number, or one with a sign, an exponent or leading zeros. */
function decimalsIn(text: string): number {
  const [plain, fraction = ''] = plainNumber.exec(text) ?? []
  return plain === undefined ? Number.POSITIVE_INFINITY : fraction.length
}

export const isNumberWithin = ({ min, max, decimals }: NumberBounds, value: number) =>
  value >= min && value <= max && decimalsIn(String(Math.abs(value))) <= decimals

/** Whether a text is such a number. A text can have more digits than the number that it is read as. */
export const isNumberText = (bounds: NumberBounds, text: string) =>
  decimalsIn(text) <= bounds.decimals && isNumberWithin(bounds, Number(text))
