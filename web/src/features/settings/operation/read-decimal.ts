import { isRatio } from '@turnpike/contract/quota'

/** The plainest spelling of a typed ratio or price, or its problem. */
export type TypedDecimal = { text: string } | { problem: 'number' | 'range' }

const pattern = /^\$?\s*(?=\.?\d)(\d[\d,]*)?(?:\.(\d*))?$/

/** Accepts `$1,250.50`, `.5` and `3.` as numbers. */
export function readDecimal(typed: string): TypedDecimal {
  const match = pattern.exec(typed.trim())
  if (!match) return { problem: 'number' }
  const whole = (match[1] ?? '').replaceAll(',', '').replace(/^0+/, '') || '0'
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  const text = fraction ? `${whole}.${fraction}` : whole
  return isRatio(text) ? { text } : { problem: 'range' }
}
