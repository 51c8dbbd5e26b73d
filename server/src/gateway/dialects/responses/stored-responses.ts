import { BadRequest } from '../../forms/bad-request.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import type { StoredReplies } from '../dialect.ts'
import { storedItems } from './stored-items.ts'

/** Responses that OpenAI keeps unless it is told not to, and that a request goes on from by their id. */
export const storedResponses: StoredReplies = {
  isKept: ({ store }) => store !== false,
  needsKeeper: ({ previous_response_id }) => typeof previous_response_id === 'string',
  previousId: ({ previous_response_id }) =>
    typeof previous_response_id === 'string' ? previous_response_id : undefined,
  withPreviousId: (body, previous_response_id) => ({ ...body, previous_response_id }),
  // A whole response has its id itself; an event has one for the item it is about, and the response beside it.
  responseId: (value) => textOf(value.object === 'response' ? value.id : objectOf(value.response)?.id),
  namesObjects: /"(?:response\.(?:output_item\.\w+|completed|incomplete)|container_id|file_id|vector_store_id)"/,
  items: storedItems,
  unsupported: () =>
    new BadRequest(
      'previous_response_id is not supported for this model',
      'previous_response_id',
      'unsupported_parameter',
    ),
  notFound: () =>
    new BadRequest(
      'The previous response was not found, or the channel that keeps it is no longer available',
      'previous_response_id',
      'previous_response_not_found',
    ),
}
