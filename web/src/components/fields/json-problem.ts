import { type Position, syntaxErrorPosition } from './json-error-position.ts'

type Parsed = { value: unknown } | { position: Position }

/** The value of a JSON text, or the position of its syntax error. */
export function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { position: syntaxErrorPosition(text) }
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Why a text is not a JSON object whose members pass the check; an empty text has no problem. */
export function objectProblem(
  text: string,
  isMember: (value: unknown, key: string) => boolean = () => true,
): { position?: Position } | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseJson(text)
  if ('position' in parsed) return parsed
  const fits = isObject(parsed.value) && Object.entries(parsed.value).every(([key, value]) => isMember(value, key))
  return fits ? undefined : {}
}
