import type { Refusal } from '../errors/refusals.ts'

/** The part of a running call that administrators see and can cancel. */
export type ShownCall = {
  readonly call: {
    readonly request_id: string
    readonly model: string
    readonly promptTokens: number
    /** False if an upstream may have accepted work that continues without the call. */
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
    /** Present while a response is delivered. */
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
