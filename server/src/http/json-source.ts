import { type JsonRange, parseJsonText } from './json.ts'

type JsonObject = Record<string, unknown>

/** A parsed body with its bytes, so that unchanged parts can be sent without serialising them again. */
export type JsonSource = {
  value: unknown
  /** Absent if they are no longer needed, or too few to be worth keeping. */
  bytes: Buffer | undefined
  /** Where the values of the members are in the bytes. */
  members: ReadonlyMap<string, JsonRange>
}

/** Serialising a smaller value costs no more than checking whether it is unchanged. */
const keptBytesMin = 4096
const passedBytesMin = 1024

const noMembers: ReadonlyMap<string, JsonRange> = new Map()

export function parseJsonSource(body: Buffer): JsonSource {
  if (body.length < keptBytesMin) return { value: parseJsonText(body).value, bytes: undefined, members: noMembers }
  const members = new Map<string, JsonRange>()
  const { value, text } = parseJsonText(body, members)
  if (text.length !== body.length) countInBytes(members, text, body)
  return { value, bytes: body, members }
}

/** Turns positions in the text into positions in its bytes. */
function countInBytes(members: ReadonlyMap<string, JsonRange>, text: string, body: Buffer): void {
  let seen = 0
  let bytes = body.length - Buffer.byteLength(text) // a byte-order mark is not part of the text
  const bytesTo = (at: number) => {
    bytes += Buffer.byteLength(text.slice(seen, at))
    seen = at
    return bytes
  }
  for (const range of members.values()) {
    range.start = bytesTo(range.start)
    range.end = bytesTo(range.end)
  }
}

/**
 * An object as JSON. The strict parse has ensured that the bytes of the source have one meaning only, so they are sent
 * if nothing was changed. If only some members were changed, large others are copied. The rest is serialised.
 */
export function writeFromSource(body: JsonObject, { value, bytes, members }: JsonSource): string | Buffer {
  if (!bytes || typeof value !== 'object' || value === null) return JSON.stringify(body)
  const source = value as JsonObject // a list has no named members
  const names = Object.keys(body).filter((name) => body[name] !== undefined)
  const unchanged = names.filter((name) => members.has(name) && isUnchanged(body[name], source[name]))
  if (unchanged.length === names.length && names.length === members.size && hasOwnSpelling(source, bytes, members))
    return bytes.subarray(bytes.indexOf('{')) // without a byte-order mark
  return splice(body, bytes, members, new Set(unchanged))
}

/**
 * Whether numbers have the spelling of JSON.stringify: `1e0` equals 1 here, but may not be an integer to an upstream.
 */
function hasOwnSpelling(source: JsonObject, bytes: Buffer, members: ReadonlyMap<string, JsonRange>): boolean {
  for (const [name, { start, end }] of members)
    if (
      typeof source[name] === 'number' &&
      bytes.toString('latin1', start, end).trim() !== JSON.stringify(source[name])
    )
      return false
  return true
}

function splice(
  body: JsonObject,
  bytes: Buffer,
  members: ReadonlyMap<string, JsonRange>,
  unchanged: ReadonlySet<string>,
): string | Buffer {
  const parts: Buffer[] = []
  let text = '{'
  for (const name of Object.keys(body)) {
    const range = unchanged.has(name) ? members.get(name) : undefined
    const passing = range && range.end - range.start >= passedBytesMin ? range : undefined
    const written = passing ? '' : JSON.stringify(body[name])
    if (written === undefined) continue // a member without a value
    const separator = text === '{' && parts.length === 0 ? '' : ','
    text += `${separator}${JSON.stringify(name)}:${written}`
    if (!passing) continue
    parts.push(Buffer.from(text), bytes.subarray(passing.start, passing.end))
    text = ''
  }
  return parts.length === 0 ? `${text}}` : Buffer.concat([...parts, Buffer.from(`${text}}`)])
}

/** The same value, or a list of the same values: a translation that changes nothing may still make a new list. */
function isUnchanged(given: unknown, original: unknown): boolean {
  if (given === original) return true
  if (!Array.isArray(given) || !Array.isArray(original) || given.length !== original.length) return false
  return given.every((item, at) => item === original[at])
}
