import type { FailureKind } from '@turnpike/contract/routing/channel-attempts'
import type { JsonObject } from './chat.ts'

export type { FailureKind }

/** An upstream's error with its original message, not yet fit for a client. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  readonly status: number
  readonly type: string | undefined
  readonly code: string | undefined
  readonly param: string | undefined
  /** What the upstream says beside its message, for clients whose libraries read it. */
  readonly details: JsonObject | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: FailureKind,
    detail: {
      status: number
      message: string
      type?: string
      code?: string
      param?: string
      details?: JsonObject
      retryAfterSeconds?: number
    },
  ) {
    super(detail.message)
    this.kind = kind
    this.status = detail.status
    this.type = detail.type
    this.code = detail.code
    this.param = detail.param
    this.details = detail.details
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}
