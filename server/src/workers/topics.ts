import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Limited } from '../gateway/entry/in-flight/shares.ts'
import type { LimitName } from '../http/limits.ts'

/**
 * The environment variable of the worker that logs the link for the first password. Only one worker may log it: a newer
 * link makes the older one invalid.
 */
export const announcesSetup = 'TURNPIKE_ANNOUNCES_SETUP'

export type LimitUnits = { limited: Limited; id: number; amount: number }

/**
 * The lent units, in the order of the requested parts, or the limit that has too few. Unused units of a scarce limit
 * must be returned at once.
 */
export type Loan = { lent: { amount: number; isScarce: boolean }[] } | { exhausted: Limited }

export type LimitCall = { name: LimitName; key: string }
/** The count after the request, or the seconds until the next one is allowed. */
export type LimitResponse = { count: number } | { refusedSeconds: number }

export type MetricJson = MetricObjectWithValues<MetricValue<string>>

export type WorkerEnd = {
  /** Another worker has taken its place, so the port stays served. */
  isReplaced: boolean
  /** A load balancer polls /readyz and must see that the server ends. */
  isWatched: boolean
}

export type SupervisorTopics = {
  ready(url: string): void
  /** An unexpected error: the worker finishes its calls and ends. */
  leaving(input: null): void
  /** A load balancer has polled /readyz. */
  watched(input: null): void
  'take limit'(call: LimitCall): Promise<LimitResponse>
  'check limit'(call: LimitCall): Promise<LimitResponse>
  'give limit back'(call: LimitCall): Promise<LimitResponse>
  borrow(parts: LimitUnits[]): Promise<Loan>
  /** Units in use that were not lent: the bytes of a response cannot be refused. */
  owe(part: LimitUnits): void
  'give back'(part: LimitUnits): void
  metrics(input: null): Promise<string>
  /** The metrics of a worker that is about to end. */
  'last metrics'(metrics: MetricJson[]): void
}

export type WorkerTopics = {
  end(ending: WorkerEnd): void
  /** Recalls unused units. The worker returns their number. */
  recall(part: Omit<LimitUnits, 'amount'>): Promise<number>
  'own metrics'(input: null): Promise<MetricJson[]>
}
