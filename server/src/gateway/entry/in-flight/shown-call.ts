import type { Refusal } from '../errors/refusals.ts'

/** The part of a call that administrators see while it runs, and by which they can end it. */
export type ShownCall = {
  readonly call: {
    readonly request_id: string
    readonly model: string
    readonly promptTokens: number
    /** False where an upstream may have accepted work that goes on without the call. */
    readonly canCancel: boolean
  }
  readonly attempts: {
    readonly tried: readonly number[]
    readonly sentAt: number | undefined
    readonly respondedAt: number | undefined
  }
  readonly hold: { readonly amount: number; readonly state: string }
  /** `entry` is present while it waits for a slot on a channel. */
  readonly slot: { readonly entry: object | undefined }
  readonly cancellation: {
    /** Ends the requests to upstreams. */
    readonly gone: object | undefined
    /** Present while an answer is delivered. */
    readonly delivery: ShownDelivery | undefined
    /** Why the call was ended, once an administrator has cancelled it. */
    readonly refusal: Refusal | undefined
    cancel(refusal: Refusal): void
  }
}

export type ShownDelivery = {
  accrued(): number
  progress?(): { bytes: number; tokens: number }
}
