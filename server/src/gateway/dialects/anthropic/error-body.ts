import type { JsonObject } from '../../forms/chat.ts'
import { namedEvent } from '../../forms/sse.ts'
import type { ClientError } from '../dialect.ts'

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** An error in Anthropic's format. Its type follows the status, because clients decide by the type. */
export const errorBody = ({ status, message, details, requestId }: ClientError): JsonObject => ({
  type: 'error',
  error: {
    type: types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'),
    message,
    ...(details && { details }),
  },
  request_id: requestId,
})

export const streamError = (error: ClientError): string => namedEvent('error', JSON.stringify(errorBody(error)))
