import type { JsonObject } from '../../forms/chat.ts'
import { dataEvent } from '../../forms/sse.ts'
import type { ClientError } from '../dialect.ts'

/** The error OpenAI's clients know. */
export const errorBody = ({ message, type, code, param }: ClientError): JsonObject => ({
  error: { message, type, param: param ?? null, code },
})

/**
 * In a stream that has begun: the client closes without having seen the end marker, so it knows the answer is not
 * whole.
 */
export const streamError = (error: ClientError): string => dataEvent(JSON.stringify(errorBody(error)))
