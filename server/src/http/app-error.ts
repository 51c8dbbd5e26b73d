import { type ErrorCode, type ErrorParams, errors } from '@turnpike/contract/errors'

type Details = {
  /** Fills the placeholders of the catalogue text; the client sees it. */
  params?: ErrorParams
  /** Members that clients read beside the message of a refusal. */
  beside?: Record<string, number>
  /** For the log only. */
  detail?: Record<string, unknown>
  retryAfterSeconds?: number
}

/** A refusal: a code of the catalogue for the client, and details for the log. Any other error thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams | undefined
  readonly beside: Record<string, number> | undefined
  readonly detail: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { params, beside, detail, retryAfterSeconds }: Details = {}) {
    super(code)
    this.code = code
    this.params = params
    this.beside = beside
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return errors[this.code].status
  }
}
