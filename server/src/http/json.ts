import { AppError } from './app-error.ts'

const depthMax = 64
const keysMax = 50_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Strict JSON: valid UTF-8, bounded depth and number of keys, no key twice in one object. Of a repeated key, this
 * server and the upstream might read different values, and the charge would not match the request.
 */
export function parseJson(body: Buffer): unknown {
  try {
    const text = utf8.decode(body)
    const value: unknown = JSON.parse(text)
    checkShape(text)
    return value
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('invalid_json')
  }
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/** One pass over text that JSON.parse has already accepted, so brackets and strings are known to be well formed. */
function checkShape(text: string) {
  const scopes: (Set<string> | undefined)[] = []
  let keys = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x7b || char === 0x5b) {
      if (scopes.push(undefined) > depthMax) throw new AppError('invalid_json', { detail: { reason: 'depth' } })
    } else if (char === 0x7d || char === 0x5d) scopes.pop()
    else if (char === quote) {
      const start = at
      at = closingQuote(text, at + 1)
      if (!isKey(text, at)) continue
      if (++keys > keysMax) throw new AppError('invalid_json', { detail: { reason: 'keys' } })
      let seen = scopes[scopes.length - 1]
      if (!seen) {
        seen = new Set()
        scopes[scopes.length - 1] = seen
      }
      const key = text.slice(start, at + 1)
      // A key may be written with escapes: compare the decoded keys.
      const name = key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1)
      if (seen.has(name)) throw new AppError('invalid_json', { detail: { reason: 'duplicate key' } })
      seen.add(name)
    }
  }
}

/** Index of a string's closing quote. Jumps from quote to quote, so that megabytes of base64 cost one search. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return at
  }
}

/** Whether the string that ends at this quote is a key: the next character that is no white space is a colon. */
function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === colon
}
