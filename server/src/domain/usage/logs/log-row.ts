import type { LogDetail, LogRow } from '@turnpike/contract/usage/log'
import { type LogOther, pricedOther } from '../../money/pricing/log-other.ts'
import type { PricedFacts } from '../../money/pricing/priced-facts.ts'
import { usageLines } from '../../money/pricing/usage.ts'
import { type CallRecord, readCallRecord } from './call-record.ts'
import type { StoredLog } from './logs.queries.ts'

/** A row as administrators read it. */
export function adminRow({ facts, ...row }: StoredLog): LogRow {
  const shown = { ...row, is_stream: row.is_stream === 1, refunded: 0 }
  if (facts === '') return { ...shown, detail: null }
  const call = readCallRecord(facts)
  return {
    ...shown,
    content: contentOf(call),
    other: JSON.stringify(otherOf(call)),
    detail: detailOf(call, true),
  }
}

/** A row as its owner reads it: without channels, attempts, and the names of administrators. */
export function ownRow({ facts, ...row }: StoredLog): LogRow {
  const shown = { ...row, is_stream: row.is_stream === 1, refunded: 0, channel: 0 }
  if (facts === '') return { ...shown, other: withoutAdminInfo(row.other), detail: null }
  const call = readCallRecord(facts)
  const { admin_info: _, ...other } = otherOf(call)
  return { ...shown, content: contentOf(call), other: JSON.stringify(other), detail: detailOf(call, false) }
}

function withoutAdminInfo(other: string): string {
  if (other === '') return ''
  const { admin_info: _, ...rest } = JSON.parse(other) as Record<string, unknown>
  return JSON.stringify(rest)
}

/** The sentence about the price of a call. */
function contentOf({ priced: { r, c, p, g }, remarks = [] }: CallRecord): string {
  const price = p === undefined ? `模型倍率 ${r}，补全倍率 ${c}，分组倍率 ${g}` : `模型价格 $${p}，分组倍率 ${g}`
  return [price, ...remarks].join('，')
}

/** The members that clients of related gateways read. */
function otherOf(record: CallRecord): LogOther {
  const { firstTokenMs = -1000, path, conversion, endReason, endError, upstreamModel, untried } = record
  return {
    ...pricedOther(record.priced),
    user_group_ratio: -1,
    ...record.other,
    frt: firstTokenMs,
    ...(path && { request_path: path }),
    ...(conversion && { request_conversion: [...conversion] }),
    ...(endReason && {
      stream_status: {
        status: endReason === 'done' ? 'ok' : 'error',
        end_reason: endReason,
        ...(endError && { end_error: endError }),
      },
    }),
    ...(upstreamModel !== undefined && { is_model_mapped: true, upstream_model_name: upstreamModel }),
    admin_info: {
      use_channel: record.attempts.map(([id]) => String(id)),
      ...(untried && { route: untried.map(([id, reason]): [number, string] => [id, reason]) }),
      ...(record.isCounted && { local_count_tokens: true }),
    },
  }
}

/**
 * The same for the pages of the console: every factor of the charge by itself. Only administrators see the attempts.
 */
function detailOf(record: CallRecord, isAdmin: boolean): LogDetail {
  const { priced, attempts, untried = [], timing, firstTokenMs, other } = record
  return {
    price: priceOf(priced),
    group_ratio: priced.g,
    quota_per_unit: priced.q ?? 500_000,
    reasoning_tokens: priced.s ?? 0,
    tools: [...(priced.t ?? [])],
    is_minimum: priced.m === 1,
    timing: timing
      ? { sent: timing[0], responded: timing[1], first_word: firstTokenMs ?? null, total: timing[2] }
      : null,
    end: record.endReason ?? null,
    end_error: record.endError ?? null,
    is_counted: record.isCounted === true,
    path: record.path ?? '',
    conversion: [...(record.conversion ?? [])],
    virtual_model: other?.virtual_model ?? null,
    virtual_failed: [...(other?.virtual_failed ?? [])],
    upstream_model: isAdmin ? (record.upstreamModel ?? null) : null,
    cost: isAdmin ? (priced.x ?? null) : null,
    untried: isAdmin ? untried.map(([channel, reason]) => ({ channel, reason })) : [],
    attempts: isAdmin ? attempts.map(([channel, kind = null, status = null]) => ({ channel, kind, status })) : [],
  }
}

function priceOf({ r = 0, c = 0, l = [], pt, p, n = 1, f = {} }: PricedFacts): LogDetail['price'] {
  if (p !== undefined)
    return { kind: 'call', price: p, count: n, factors: Object.entries(f).map(([name, value]) => ({ name, value })) }
  const lines = l.flatMap(([position, count, weight]) => {
    const name = usageLines[position]
    return name && count > 0 ? [{ name, count, weight }] : []
  })
  return { kind: 'tokens', ratio: r, completion_ratio: c, tier: pt ? tierOf(pt) : null, lines }
}

const tierOf = ({ a, s = [], f }: NonNullable<PricedFacts['pt']>) => ({
  above: a ?? null,
  services: [...s],
  time_factor: f ?? null,
})
