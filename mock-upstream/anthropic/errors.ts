import type { JsonObject } from '../exchange/json.ts'
import { type Frame, namedFrame, Refusal } from '../exchange/response.ts'

const types: Record<number, string> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

const typeOf = (status: number) => types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')

export const anthropicError = (status: number, message: string, details?: JsonObject): Refusal =>
  new Refusal(
    status,
    { type: 'error', error: { type: typeOf(status), message, ...(details && { details }) }, request_id: 'req_mock' },
    { 'request-id': 'req_mock' },
  )

export const invalidRequest = (message: string): Refusal => anthropicError(400, message)

export const anthropicErrorFrame = (status: number, message: string): Frame =>
  namedFrame({ type: 'error', error: { type: typeOf(status), message } })
