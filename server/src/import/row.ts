import { quotaMax } from '@turnpike/contract/quota'

/** A row of another server: every value as a text. */
export type Row = Readonly<Record<string, string | null>>

/** A text that PostgreSQL can store; empty where there is none. */
export const textIn = (row: Row, column: string): string => (row[column] ?? '').replaceAll('\0', '').toWellFormed()

/** A whole number; 0 where there is none. */
export function wholeIn(row: Row, column: string): bigint {
  const text = (row[column] ?? '').trim()
  if (/^-?\d+$/.test(text)) return BigInt(text)
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? BigInt(Math.trunc(number)) : 0n
}

const limit = BigInt(quotaMax)

/** An amount that can be stored: one beyond the largest balance is cut. */
export function amountIn(row: Row, column: string): number {
  const amount = wholeIn(row, column)
  if (amount > limit) return quotaMax
  return amount < -limit ? -quotaMax : Number(amount)
}

/** A number that only counts: it is never negative. */
export const countIn = (row: Row, column: string): number => Math.max(0, amountIn(row, column))

export function flagIn(row: Row, column: string, otherwise = false): boolean {
  const text = row[column]
  if (text === undefined || text === null || text === '') return otherwise
  return ['1', 't', 'true'].includes(text.toLowerCase())
}

/** In characters, control characters left out. */
export const nameIn = (row: Row, column: string, charactersMax: number): string =>
  shortened(
    textIn(row, column)
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
    charactersMax,
  )

export const shortened = (text: string, charactersMax: number): string => [...text].slice(0, charactersMax).join('')

/** The value of a JSON text; undefined for one that is not valid. */
export function jsonIn(row: Row, column: string): unknown {
  try {
    return JSON.parse(textIn(row, column))
  } catch {
    return undefined
  }
}

/** Soft-deleted rows stay in the tables of this family. */
export const isDeleted = (row: Row): boolean => Boolean(row.deleted_at)
