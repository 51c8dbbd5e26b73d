import type { LogOther } from '../../money/pricing/log-other.ts'
import type { PricedFacts } from '../../money/pricing/priced-facts.ts'

/** One attempt: its channel, and the kind and status of its failure. */
export type RecordedAttempt = readonly [channel_id: number, failure?: string, status?: number]

/** A channel that serves the model and was not tried. */
type UntriedChannel = readonly [channel_id: number, reason: string]

/** The part of a log row that describes a relayed call, beside the columns of the row. */
export type CallRecord = {
  /** The factors of the charge. */
  priced: PricedFacts
  attempts: readonly RecordedAttempt[]
  /** Milliseconds until the request was sent, until the response began, and until the end. */
  timing?: readonly [sent: number, responded: number, total: number] | undefined
  /** Only of a call with several attempts. */
  untried?: readonly UntriedChannel[] | undefined
  /** Milliseconds until the first token of a stream. */
  firstTokenMs?: number | undefined
  /** The gateway counted the tokens itself. */
  isCounted?: boolean | undefined
  /** The name of the model at the upstream, where it differs. */
  upstreamModel?: string | undefined
  path?: string | undefined
  /** The formats between which the request was converted. */
  conversion?: readonly string[] | undefined
  /** Why a stream ended, and the error that ended it. */
  endReason?: string | undefined
  endError?: string | undefined
  /** Sentences that follow the price in the text of the row. */
  remarks?: readonly string[] | undefined
  /** Members of `logs.other` that few calls have, under their own names. */
  other?: LogOther | undefined
}

type Member = Exclude<keyof CallRecord, 'priced'>

/**
 * The stored name of each member, in the order of the stored text. Every call writes a record and few are read: so
 * stored names are short, absent members are left out, and the texts for readers are made when a row is read. The
 * factors of the charge stand beside these members, under the names that `PricedFacts` gives them.
 *
 * Rows of every earlier version have these names: a stored name never changes, and is never used for another member.
 */
const storedNames = {
  attempts: 'a',
  timing: 'ms',
  untried: 'v',
  firstTokenMs: 'ft',
  isCounted: 'k',
  upstreamModel: 'u',
  path: 'w',
  conversion: 'd',
  endReason: 'e',
  endError: 'ee',
  remarks: 're',
  other: 'o',
} as const satisfies Record<Member, string>

const stored = Object.entries(storedNames) as [Member, string][]
const memberOf = new Map(stored.map(([member, name]) => [name, member]))

const encode = (value: unknown): unknown => (value === true ? 1 : value)
const decode = (member: Member, value: unknown): unknown => (member === 'isCounted' ? value === 1 : value)

function encodeRecord(record: CallRecord): string {
  const text: Record<string, unknown> = { ...record.priced }
  for (const [member, name] of stored) {
    const value = record[member]
    if (value !== undefined) text[name] = encode(value)
  }
  return JSON.stringify(text)
}

/** Reads a text that `writeCallRecord` of this or an earlier version made. */
export function readCallRecord(text: string): CallRecord {
  const priced: Record<string, unknown> = {}
  const record: Record<string, unknown> = { priced }
  for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
    const member = memberOf.get(name)
    if (member) record[member] = decode(member, value)
    else priced[name] = value
  }
  return record as CallRecord
}

export type CallRecordInput = {
  attempts: readonly RecordedAttempt[]
  untried: readonly UntriedChannel[]
  timing: readonly [number, number, number]
  isCounted: boolean
  upstreamModel: string | undefined
  remarks: readonly string[]
  other: LogOther
}

/** Gives the text of `logs.facts`. */
export function writeCallRecord(priced: PricedFacts, input: CallRecordInput): string {
  const { attempts, timing, untried, isCounted, upstreamModel, remarks } = input
  const { frt = -1, request_path, request_conversion, stream_status, ...other } = input.other
  return encodeRecord({
    priced,
    attempts,
    timing,
    untried: untried.length > 0 ? untried : undefined,
    firstTokenMs: frt >= 0 ? frt : undefined,
    isCounted: isCounted || undefined,
    upstreamModel,
    path: request_path || undefined,
    conversion: request_conversion,
    endReason: stream_status?.end_reason || undefined,
    endError: stream_status?.end_error || undefined,
    remarks: remarks.length > 0 ? remarks : undefined,
    other: hasMembers(other) ? other : undefined,
  })
}

function hasMembers(value: object): boolean {
  for (const _ in value) return true
  return false
}
