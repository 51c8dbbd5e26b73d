import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import type { Endpoint } from '../openai-shaped/single.ts'
import type { CallFacts, NativeOperation, Target } from '../provider.ts'
import { readResponse } from './responses-reply.ts'
import { createResponsesDecoder } from './responses-stream.ts'

/** A Responses request to an upstream with Responses: only the model's name and reserved fields change. */
export const nativeResponses = (
  reach: (target: Target, path: string, call: CallFacts) => Endpoint,
): NativeOperation => ({
  request(body, target, call) {
    const path = call.action === 'compact' ? '/v1/responses/compact' : '/v1/responses'
    return {
      method: 'POST',
      ...reach(target, path, call),
      body: { ...withoutReserved(body, target.setting), model: target.model },
    }
  },
  response: readResponse,
  stream: createResponsesDecoder,
})
