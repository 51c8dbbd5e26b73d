import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import type { StoredResponses } from '../dialect.ts'

/** Threads: Anthropic stores the conversation, and a request that continues a thread holds only new messages. */
export const threads: StoredResponses = {
  isKept: ({ thread }) => isObject(thread),
  needsKeeper: ({ thread }) => isObject(thread),
  previousId({ thread }) {
    const continued = objectOf(thread)
    return continued?.type === 'continue' ? (textOf(continued.previous_message_id) ?? '') : undefined
  },
  withPreviousId(body, id) {
    const thread: JsonObject = { ...objectOf(body.thread), previous_message_id: id }
    const diagnostics = objectOf(body.diagnostics)
    // A request for cache diagnostics also names the message.
    return {
      ...body,
      thread,
      ...(diagnostics?.previous_message_id !== undefined && {
        diagnostics: { ...diagnostics, previous_message_id: id },
      }),
    }
  },
  responseId: (value) => textOf(value.id) ?? textOf(objectOf(value.message)?.id),
  namesObjects: /"(?:container|file_id)"/,
  // When the vendor's libraries read these codes, they continue without a thread or begin a new one with the whole
  // conversation.
  unsupported: () =>
    new BadRequest('Threads are not supported for this model', 'thread', undefined, {
      details: { error_code: 'thread_unsupported_request' },
    }),
  notFound: () =>
    new BadRequest('No thread was found for previous_message_id; send the full conversation', 'thread', undefined, {
      status: 404,
      details: { error_code: 'thread_not_found' },
    }),
}
