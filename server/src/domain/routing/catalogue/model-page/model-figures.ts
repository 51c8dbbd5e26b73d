import type { FailureKindCount, Percentiles } from '@turnpike/contract/routing/model-page'
import { readCallRecord } from '../../../usage/logs/call-record.ts'

/** The times of sampled requests: until the end, and until the first token of streams. */
export function timesOf(rows: readonly { facts: string }[]): {
  latency: Percentiles | null
  first_token: Percentiles | null
} {
  const records = rows.filter(({ facts }) => facts !== '').map(({ facts }) => readCallRecord(facts))
  return {
    latency: percentilesOf(records.flatMap(({ timing }) => timing?.[2] ?? [])),
    first_token: percentilesOf(records.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
  }
}

/** The nearest-rank percentiles. */
export function percentilesOf(times: readonly number[]): Percentiles | null {
  if (times.length === 0) return null
  const sorted = [...times].sort((one, other) => one - other)
  const at = (percent: number) => Math.round(sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0)
  return { p50: at(50), p95: at(95), count: sorted.length }
}

type Failure = { at: number; code: string; status: number; is_refusal: boolean }

/** Equal failures as one, the most frequent first. */
export function failureKindsOf(failures: readonly Failure[]): FailureKindCount[] {
  const kinds = new Map<string, FailureKindCount>()
  for (const { at, ...failure } of failures) {
    const key = JSON.stringify([failure.code, failure.status, failure.is_refusal])
    const kind = kinds.get(key) ?? { ...failure, count: 0, last_at: 0 }
    kind.count++
    kind.last_at = Math.max(kind.last_at, at)
    kinds.set(key, kind)
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count || other.last_at - one.last_at)
}
