import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Limited } from '../gateway/entry/shares.ts'
import type { LimitName } from '../http/limits.ts'

/** A part of one limit on running calls. */
export type Part = { limited: Limited; id: number; amount: number }

/**
 * What was lent, in the order of what was asked for, or the limit that has no room. What is not in use of a scarce limit
 * must be given back at once.
 */
export type Loan = { lent: { amount: number; isScarce: boolean }[] } | { exhausted: Limited }

export type LimitCall = { name: LimitName; key: string }
/** The count, or for how many seconds the caller is refused. */
export type LimitAnswer = { count: number } | { refusedSeconds: number }

export type MetricJson = MetricObjectWithValues<MetricValue<string>>

/** How a worker is told to end: because all of them do, or because another one has taken its place. */
export type Ending = { isReplaced: boolean; isWatched: boolean }

/** What a worker asks its supervisor. */
export type SupervisorTopics = {
  ready(url: string): void
  /** An unexpected error: the worker finishes its calls and ends. */
  leaving(input: null): void
  /** A load balancer has asked whether the server is ready. */
  watched(input: null): void
  'take limit'(call: LimitCall): Promise<LimitAnswer>
  'check limit'(call: LimitCall): Promise<LimitAnswer>
  'give limit back'(call: LimitCall): Promise<LimitAnswer>
  borrow(parts: Part[]): Promise<Loan>
  /** What is in use although it was not lent, because it could not be refused. */
  owe(part: Part): void
  'give back'(part: Part): void
  metrics(input: null): Promise<string>
  /** What a worker that ends has counted. */
  'last metrics'(metrics: MetricJson[]): void
}

/** What the supervisor asks a worker. */
export type WorkerTopics = {
  end(ending: Ending): void
  /** Asks for what is lent to the worker and not in use. Answers how much the worker has given up. */
  recall(part: Omit<Part, 'amount'>): Promise<number>
  'own metrics'(input: null): Promise<MetricJson[]>
}
