import type { JsonObject } from '../../forms/chat.ts'
import { dataEvent } from '../../forms/sse.ts'
import type { ClientError } from '../dialect.ts'

/** An error in the OpenAI format. */
export const errorBody = ({ message, type, code, param }: ClientError): JsonObject => ({
  error: { message, type, param: param ?? null, code },
})

/** An error in a stream that has begun. Without an end marker the client knows that the response is incomplete. */
export const streamError = (error: ClientError): string => dataEvent(JSON.stringify(errorBody(error)))
