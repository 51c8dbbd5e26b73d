import { AppError } from './app-error.ts'

const depthMax = 64
const keysMax = 50_000
/** Objects and arrays, and texts that are no key: each costs many times its bytes once it is parsed. */
const partsMax = 100_000
/** Values in all: lists of tokens or of samples are long, and a number costs little. */
const valuesMax = 2_000_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Strict JSON: valid UTF-8, bounded depth and number of values, no key twice in one object. Of a repeated key, this
 * server and the upstream might read different values, and the charge would not match the request.
 */
export function parseJson(body: Buffer): unknown {
  try {
    checkShape(body)
    return JSON.parse(utf8.decode(body)) as unknown
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('invalid_json')
  }
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const colon = 0x3a

const refusal = (reason: string) => new AppError('invalid_json', { detail: { reason } })

/**
 * One pass before JSON.parse, which would take seconds and hundreds of megabytes for millions of small values. Reads
 * bytes: in UTF-8 those of other characters are never mistaken for brackets and quotes.
 */
function checkShape(body: Buffer) {
  const scopes: (Set<string> | undefined)[] = []
  let keys = 0
  let parts = 0
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === comma) {
      if (++values > valuesMax) throw refusal('values')
    } else if (byte === 0x7b || byte === 0x5b) {
      if (scopes.push(undefined) > depthMax) throw refusal('depth')
      if (++parts > partsMax) throw refusal('values')
    } else if (byte === 0x7d || byte === 0x5d) scopes.pop()
    else if (byte === quote) {
      const start = at + 1
      at = closingQuote(body, start)
      if (!isKey(body, at)) {
        if (++parts > partsMax) throw refusal('values')
        continue
      }
      if (++keys > keysMax) throw refusal('keys')
      let seen = scopes[scopes.length - 1]
      if (!seen) {
        seen = new Set()
        scopes[scopes.length - 1] = seen
      }
      const key = body.toString('utf8', start, at)
      // A key may be written with escapes: compare the decoded keys.
      const name = key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key
      if (seen.has(name)) throw refusal('duplicate key')
      seen.add(name)
    }
  }
}

/** Index of a text's closing quote. Most texts have no escaped quote, and megabytes of base64 cost one search. */
function closingQuote(body: Buffer, from: number): number {
  const first = body.indexOf(quote, from)
  if (first === -1) return body.length // JSON.parse refuses a text without an end
  if (body[first - 1] !== backslash) return first
  let at = from
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return at
}

/** Whether the text that ends at this quote is a key: the next character that is no white space is a colon. */
function isKey(body: Buffer, end: number): boolean {
  let at = end + 1
  while ((body[at] ?? colon) <= 0x20) at++
  return body[at] === colon
}
