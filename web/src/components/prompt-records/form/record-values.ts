import { type RecordTerms, recordBounds, recordDefaults } from '@turnpike/contract/usage/prompt-records'

/** The form's values; a number is NaN while its text is no number. */
export type RecordValues = RecordTerms & { isOn: boolean }
export type RecordNumber = keyof typeof recordBounds
export type RecordProblems = Partial<Record<RecordNumber, true>>

export const recordNumbers = Object.keys(recordBounds) as RecordNumber[]

export const valuesOf = (terms: RecordTerms | null): RecordValues => ({
  ...(terms ?? recordDefaults),
  isOn: terms !== null,
})

/** The terms of the form, or its problems. */
export function termsIn({
  isOn,
  ...terms
}: RecordValues): { terms: RecordTerms | null } | { problems: RecordProblems } {
  if (!isOn) return { terms: null }
  const wrong = recordNumbers.filter((name) => {
    const { min, max } = recordBounds[name]
    return !(terms[name] >= min && terms[name] <= max)
  })
  return wrong.length > 0 ? { problems: Object.fromEntries(wrong.map((name) => [name, true])) } : { terms }
}
