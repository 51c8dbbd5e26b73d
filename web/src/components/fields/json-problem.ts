import { type Place, placeOfBreak } from './json-error-position.ts'

type Parsed = { value: unknown } | { place: Place }

/** Text to JSON, or where it stops being JSON. */
export function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { place: placeOfBreak(text) }
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What keeps a text from being a JSON object whose members pass; empty texts say nothing and are fine. */
export function objectProblem(
  text: string,
  isMember: (value: unknown, key: string) => boolean = () => true,
): { place?: Place } | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseJson(text)
  if ('place' in parsed) return parsed
  const fits = isObject(parsed.value) && Object.entries(parsed.value).every(([key, value]) => isMember(value, key))
  return fits ? undefined : {}
}
