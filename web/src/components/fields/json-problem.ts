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

/** The name that an object has twice. A JSON parser keeps the last value and drops the others in silence. */
export function repeatedName(text: string): string | undefined {
  const seen = new Set<string>()
  let depth = 0
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && colon !== undefined) {
      const name = token.slice(0, token.length - colon.length)
      if (seen.has(name)) return name.slice(1, -1)
      seen.add(name)
    }
  }
  return undefined
}

/** Why a text is not a JSON object whose members pass the check; an empty text has no problem. */
export function objectProblem(
  text: string,
  isMember: (value: unknown, key: string) => boolean = () => true,
): { position?: Position } | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseJson(text)
  if ('position' in parsed) return parsed
  const fits =
    repeatedName(text) === undefined &&
    isObject(parsed.value) &&
    Object.entries(parsed.value).every(([key, value]) => isMember(value, key))
  return fits ? undefined : {}
}
