import type { LogDetail } from '@turnpike/contract/usage/log'
import { type LogOther, pricedOther } from '../../money/pricing/log-other.ts'
import type { PricedFacts } from '../../money/pricing/priced-facts.ts'
import { usageLines } from '../../money/pricing/usage.ts'

/** A channel that was tried, and how it failed if it did. */
export type AttemptFacts = readonly [channel_id: number, kind?: string, status?: number]

/** A channel that names the model and was not tried, and why. */
type UntriedFacts = readonly [channel_id: number, reason: string]

/**
 * What the log row of a relayed call keeps besides its columns. Sentences and the long names that clients read are made
 * when a row is read: far more rows are written than read.
 */
export type CallFacts = PricedFacts & {
  a: readonly AttemptFacts[]
  /** Of a call with several attempts: the channels that were not tried, and why. */
  v?: readonly UntriedFacts[]
  /** Milliseconds until the request was sent, until the response began, and until the end. */
  ms?: readonly [sent: number, responded: number, total: number]
  /** Milliseconds until the first word of a stream. */
  ft?: number
  /** The tokens are our own count. */
  k?: 1
  /** The upstream's name of the model, where it is another. */
  u?: string
  /** The path that was called, and the formats that its answer went through. */
  w?: string
  d?: readonly string[]
  /** How a stream ended, and the error that ended it. */
  e?: string
  ee?: string
  /** What follows the price in the row's sentence. */
  re?: readonly string[]
  /** Members of `other` that few calls have, under their own names. */
  o?: LogOther
}

export type Told = {
  attempts: readonly AttemptFacts[]
  route: readonly UntriedFacts[]
  timing: readonly [number, number, number]
  isCounted: boolean
  upstreamModel: string | undefined
  remarks: readonly string[]
  other: LogOther
}

/** The record of a call. */
export function writeFacts(priced: PricedFacts, told: Told): string {
  const { attempts, route, timing, isCounted, upstreamModel, remarks } = told
  const { frt = -1, request_path, request_conversion, stream_status, ...rest } = told.other
  const facts: CallFacts = { ...priced, a: attempts, ms: timing }
  if (route.length > 0) facts.v = route
  if (frt >= 0) facts.ft = frt
  if (isCounted) facts.k = 1
  if (upstreamModel !== undefined) facts.u = upstreamModel
  if (request_path) facts.w = request_path
  if (request_conversion) facts.d = request_conversion
  if (stream_status?.end_reason) facts.e = stream_status.end_reason
  if (stream_status?.end_error) facts.ee = stream_status.end_error
  if (remarks.length > 0) facts.re = remarks
  for (const _ in rest) {
    facts.o = rest
    break
  }
  return JSON.stringify(facts)
}

export const readFacts = (text: string): CallFacts => JSON.parse(text) as CallFacts // written by writeFacts

/** The price that applied, in the words of the log. */
export function contentOf({ r, c, p, g, re = [] }: CallFacts): string {
  const price = p === undefined ? `模型倍率 ${r}，补全倍率 ${c}，分组倍率 ${g}` : `模型价格 $${p}，分组倍率 ${g}`
  return [price, ...re].join('，')
}

/** The members that clients of related gateways read. */
export function otherOf(facts: CallFacts): LogOther {
  const { a, v, ft = -1000, k, u, w, d, e, ee, o } = facts
  return {
    ...pricedOther(facts),
    ...o,
    frt: ft,
    ...(w && { request_path: w }),
    ...(d && { request_conversion: [...d] }),
    ...(e && { stream_status: { status: e === 'done' ? 'ok' : 'error', end_reason: e, ...(ee && { end_error: ee }) } }),
    ...(u !== undefined && { is_model_mapped: true, upstream_model_name: u }),
    admin_info: {
      use_channel: a.map(([id]) => String(id)),
      ...(v && { route: v.map(([id, reason]): [number, string] => [id, reason]) }),
      ...(k && { local_count_tokens: true }),
    },
  }
}

/** The same for our own pages: every factor of the charge by itself. Attempts are for administrators. */
export function detailOf(facts: CallFacts, isAdmin: boolean): LogDetail {
  const { a, v = [], ms, ft, k, u, e, ee, w, d = [] } = facts
  return {
    price: priceOf(facts),
    group_ratio: facts.g,
    quota_per_unit: facts.q ?? 500_000,
    reasoning_tokens: facts.s ?? 0,
    tools: [...(facts.t ?? [])],
    is_minimum: facts.m === 1,
    timing: ms ? { sent: ms[0], responded: ms[1], first_word: ft ?? null, total: ms[2] } : null,
    end: e ?? null,
    end_error: ee ?? null,
    is_counted: k === 1,
    path: w ?? '',
    conversion: [...d],
    virtual_model: facts.o?.virtual_model ?? null,
    virtual_failed: [...(facts.o?.virtual_failed ?? [])],
    upstream_model: isAdmin ? (u ?? null) : null,
    cost: isAdmin ? (facts.x ?? null) : null,
    untried: isAdmin ? v.map(([channel, reason]) => ({ channel, reason })) : [],
    attempts: isAdmin ? a.map(([channel, kind = null, status = null]) => ({ channel, kind, status })) : [],
  }
}

function priceOf({ r = 0, c = 0, l = [], p, n = 1, f = {} }: CallFacts): LogDetail['price'] {
  if (p !== undefined)
    return { kind: 'call', price: p, count: n, factors: Object.entries(f).map(([name, value]) => ({ name, value })) }
  const lines = l.flatMap(([position, count, weight]) => {
    const name = usageLines[position]
    return name && count > 0 ? [{ name, count, weight }] : []
  })
  return { kind: 'tokens', ratio: r, completion_ratio: c, lines }
}
