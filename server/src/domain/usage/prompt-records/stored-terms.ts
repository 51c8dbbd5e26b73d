import type { RecordKeeper, RecordTerms } from '@turnpike/contract/usage/prompt-records'

/** Terms as stored: checked when they were saved; empty where nothing is recorded. */
export const readTerms = (text: string): RecordTerms | undefined =>
  text === '' ? undefined : (JSON.parse(text) as RecordTerms)

export const writeTerms = (terms: RecordTerms | null): string => (terms ? JSON.stringify(terms) : '')

/** Whose terms a call is recorded by. */
export type KeptTerms = { kept_by: RecordKeeper; terms: RecordTerms }

/** Undefined for calls that are not recorded. The terms of the group come first: the owner cannot change them. */
export function termsOfCall(
  ofToken: RecordTerms | undefined,
  ofGroup: RecordTerms | undefined,
): readonly KeptTerms[] | undefined {
  if (!ofToken && !ofGroup) return undefined
  return [
    ...(ofGroup ? [{ kept_by: 'group' as const, terms: ofGroup }] : []),
    ...(ofToken ? [{ kept_by: 'token' as const, terms: ofToken }] : []),
  ]
}

/** The terms by which this call is recorded; each share is drawn by itself. `random` gives 0 ≤ value < 1. */
export const drawTerms = (kept: readonly KeptTerms[], random: () => number): KeptTerms | undefined =>
  kept.find(({ terms }) => terms.share === 100 || random() * 100 < terms.share)
