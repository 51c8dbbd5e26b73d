import type { Refusal } from './refusals.ts'

/** The part of a call that administrators see while it runs, and by which they can end it. */
export type ShownCall = {
  readonly request_id: string
  readonly model: string
  readonly promptTokens: number
  readonly startedAt: number
  readonly tried: readonly number[]
  readonly sentAt: number | undefined
  readonly respondedAt: number | undefined
  readonly held: number
  /** Present while it waits for a place on a channel. */
  readonly ticket: object | undefined
  /** Present while an answer is delivered. */
  readonly delivery: ShownDelivery | undefined
  readonly isCapturing: boolean
  /** False where an upstream may have accepted work that goes on without the call. */
  readonly canCancel: boolean
  /** Ends the requests to upstreams. */
  readonly gone: { abort(): void } | undefined
  /** Why the call was ended, once an administrator has ended it. */
  cancelled: Refusal | undefined
}

export type ShownDelivery = {
  accrued(): number
  progress?(): { bytes: number; tokens: number }
  stop(refusal: Refusal): void
}
