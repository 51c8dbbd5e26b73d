import { AppError } from './app-error.ts'

const depthMax = 64
const keysMax = 50_000
/** Objects, arrays, and strings that are no keys: each costs many times its bytes once it is parsed. */
const partsMax = 100_000
/** All values: lists of tokens or samples are long, and a number costs little. */
const valuesMax = 2_000_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The position of a member's value in the text of a body: from its colon up to the comma or brace that ends it. */
export type JsonRange = { start: number; end: number }

/**
 * Strict JSON: valid UTF-8, bounded depth and number of values, no key twice in one object. Of a repeated key, this
 * server and the upstream might read different values, and the charge would not match the request.
 */
export const parseJson = (body: Buffer): unknown => parseJsonText(body).value

/** The same with the text that was parsed. `members` is filled with the members of the outermost object. */
export function parseJsonText(body: Buffer, members?: Map<string, JsonRange>): { value: unknown; text: string } {
  try {
    const text = utf8.decode(body)
    checkShape(text, members)
    return { value: JSON.parse(text) as unknown, text }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('invalid_json')
  }
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const colon = 0x3a

const refusal = (reason: string) => new AppError('invalid_json', { detail: { reason } })

/** The names of an object's members. A few names are compared one by one, because making a Set costs more. */
class Names {
  readonly #few: string[]
  #all: Set<string> | undefined

  constructor(first: string) {
    this.#few = [first]
  }

  has(name: string): boolean {
    return this.#all ? this.#all.has(name) : this.#few.includes(name)
  }

  add(name: string): void {
    if (this.#all) this.#all.add(name)
    else if (this.#few.push(name) > fewNames) this.#all = new Set(this.#few)
  }
}
const fewNames = 8

/** One pass before JSON.parse, which would take seconds and hundreds of megabytes for millions of small values. */
function checkShape(text: string, members?: Map<string, JsonRange>) {
  const scopes: (Names | undefined)[] = []
  let member: JsonRange | undefined // the one of the outermost object that is being read
  let keys = 0
  let parts = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === comma) {
      if (++values > valuesMax) throw refusal('values')
      if (member && scopes.length === 1) member.end = at
    } else if (character === 0x7b || character === 0x5b) {
      if (scopes.push(undefined) > depthMax) throw refusal('depth')
      if (++parts > partsMax) throw refusal('values')
    } else if (character === 0x7d || character === 0x5d) {
      if (member && scopes.length === 1) member.end = at
      scopes.pop()
    } else if (character === quote) {
      const start = at + 1
      at = closingQuote(text, start)
      const colonAt = colonAfter(text, at)
      if (colonAt === -1) {
        if (++parts > partsMax) throw refusal('values')
        continue
      }
      if (++keys > keysMax) throw refusal('keys')
      const key = text.slice(start, at)
      // A key may be written with escapes: compare the decoded keys.
      const name = key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key
      const seen = scopes[scopes.length - 1]
      if (seen?.has(name)) throw refusal('duplicate key')
      if (seen) seen.add(name)
      else scopes[scopes.length - 1] = new Names(name)
      if (members && scopes.length === 1) {
        member = { start: colonAt + 1, end: colonAt + 1 }
        members.set(name, member)
      }
    }
  }
}

/** Index of a text's closing quote: the first with an even number of backslashes before it. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from) // a search is several times faster than a look at each character
  while (at !== -1 && text.charCodeAt(at - 1) === backslash) {
    let first = at - 1
    while (text.charCodeAt(first - 1) === backslash) first--
    if ((at - first) % 2 === 0) return at
    at = text.indexOf('"', at + 1)
  }
  return at === -1 ? text.length : at // JSON.parse refuses a text without an end
}

/** Index of the colon after a key that ends at this quote; -1 if the string is no key. */
function colonAfter(text: string, end: number): number {
  let at = end + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === colon ? at : -1
}
