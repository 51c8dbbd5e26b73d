/** What went wrong upstream, by what it means for us. Retry, health and the client's answer are decided from the kind alone. */
export type FailureKind =
  | 'bad_key' // the credential is dead
  | 'no_balance' // the account behind it is empty
  | 'no_permission' // this account may not use this model or region
  | 'no_model' // this upstream does not know the model
  | 'rate_limited'
  | 'overloaded' // the upstream's own trouble: 5xx
  | 'timeout' // it may have done the work: never sent again
  | 'network' // no connection, or one that broke before an answer
  | 'bad_request' // the client's fault, whoever answers
  | 'content_refused'
  | 'too_long'
  | 'bad_response' // it said yes and sent nonsense
  | 'unsupported' // this upstream cannot express the request

/** An upstream's refusal in its own words, not yet fit for a client. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind
  readonly status: number
  readonly type: string | undefined
  readonly code: string | undefined
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: FailureKind,
    about: {
      status: number
      message: string
      type?: string
      code?: string
      param?: string
      retryAfterSeconds?: number
    },
  ) {
    super(about.message)
    this.kind = kind
    this.status = about.status
    this.type = about.type
    this.code = about.code
    this.param = about.param
    this.retryAfterSeconds = about.retryAfterSeconds
  }
}
