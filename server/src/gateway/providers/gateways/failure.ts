import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { readErrorBody } from '../../translate/response/error-body.ts'
import { type FailureTable, type FailureTexts, failureByText, failureOf } from '../../translate/response/failure-of.ts'

type Headers = Readonly<Record<string, string>>

/** Kinds that concern an account: that of this channel at the gateway, or one of the gateway's own. */
const accountKinds: ReadonlySet<FailureKind> = new Set(['bad_key', 'no_balance'])

/**
 * The failure under another kind. Without a code: the gateway's code for an empty account is the one that this
 * gateway's clients know for their own.
 */
const asKind = (kind: FailureKind, { status, message, type, param, retryAfterSeconds }: UpstreamFailure) =>
  new UpstreamFailure(kind, { status, message, type, param, retryAfterSeconds })

/** Codes of a gateway of this family. */
const newApiCodes: FailureTable = {
  pre_consume_token_quota_failed: 'no_balance',
  model_price_error: 'no_model',
  invalid_request: 'bad_request',
  sensitive_words_detected: 'content_refused',
  prompt_blocked: 'content_refused',
}

/** In the formats of other vendors the gateway's refusals have no code. */
const newApiTexts: FailureTexts = [
  [/用户额度不足|订阅额度不足|token quota is not enough/, 'no_balance'],
  [/用户已被封禁|User has been banned/, 'bad_key'],
]

/** The types of the gateway's own refusals. Errors with other types are those of its upstreams. */
const ownTypes: ReadonlySet<string | undefined> = new Set([undefined, 'new_api_error', 'one_api_error'])

/**
 * A refusal of the gateway concerns this channel's account there. The same status or code from one of the gateway's
 * upstreams concerns an account of the gateway, so the channel stays and the call goes elsewhere.
 */
export function newApiFailure(status: number, body: unknown, headers: Headers = {}): UpstreamFailure {
  const isOwn = ownTypes.has(readErrorBody(body).type)
  const failure = failureOf(status, body, headers, isOwn ? newApiCodes : {})
  const meant = isOwn ? failureByText(failure, newApiTexts) : failure
  if (!accountKinds.has(meant.kind)) return meant
  return asKind(isOwn ? meant.kind : 'overloaded', meant)
}

const sub2apiCodes: FailureTable = {
  API_KEY_REQUIRED: 'bad_key',
  INVALID_API_KEY: 'bad_key',
  API_KEY_DISABLED: 'bad_key',
  API_KEY_EXPIRED: 'bad_key',
  USER_NOT_FOUND: 'bad_key',
  USER_INACTIVE: 'bad_key',
  INSUFFICIENT_BALANCE: 'no_balance',
  SUBSCRIPTION_NOT_FOUND: 'no_balance',
  SUBSCRIPTION_INVALID: 'no_balance',
  USAGE_LIMIT_EXCEEDED: 'rate_limited',
  billing_error: 'no_balance',
  subscription_error: 'no_balance',
}
const sub2apiTexts: FailureTexts = [[/^API key 额度已用完/, 'no_balance']]

/** The gateway reports a refusal of its own upstreams as a status of 502, so every 401 is about this channel's key. */
export function sub2apiFailure(status: number, body: unknown, headers: Headers = {}): UpstreamFailure {
  const failure = failureByText(failureOf(status, body, headers, sub2apiCodes), sub2apiTexts)
  return accountKinds.has(failure.kind) ? asKind(failure.kind, failure) : failure
}
