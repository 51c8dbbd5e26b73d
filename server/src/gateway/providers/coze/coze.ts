import { failureOf } from '../../translate/response/failure-of.ts'
import type { Provider } from '../provider.ts'

/**
 * Coze, whose bots have an API without the models and messages of a chat. Channels of imported installations keep their
 * type, and no request is sent for them.
 */
export const coze: Provider = {
  failure: (status, body, headers) => failureOf(status, body, headers),
}
