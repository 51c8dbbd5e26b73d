import type { JsonObject } from './chat.ts'

/**
 * What an upstream failure means for the gateway. Retry, channel health and the client's error are decided from the
 * kind alone.
 */
export type FailureKind =
  | 'bad_key' // the key is invalid
  | 'no_balance' // the upstream account has no money left
  | 'no_permission' // this account may not use this model or region
  | 'no_model' // this upstream does not know the model
  | 'rate_limited'
  | 'overloaded' // a fault of the upstream itself: 5xx
  | 'timeout' // the upstream may have done the work: never sent again
  | 'network' // no connection, or one that broke before a response
  | 'bad_request' // the client's fault, on any upstream
  | 'content_refused'
  | 'too_long'
  | 'bad_response' // a status of 200 with a body that cannot be read
  | 'unsupported' // this upstream cannot express the request

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
