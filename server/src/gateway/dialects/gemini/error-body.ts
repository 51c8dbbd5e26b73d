import type { JsonObject } from '../../forms/chat.ts'
import { dataEvent } from '../../forms/sse.ts'
import type { ClientError } from '../dialect.ts'

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  529: 'UNAVAILABLE',
}

/** An error in Google's format. */
export const errorBody = ({ status, message }: ClientError): JsonObject => ({
  error: { code: status, message, status: statuses[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL') },
})

/** An error as the last event of a stream. */
export const streamError = (error: ClientError): string => dataEvent(JSON.stringify(errorBody(error)))
