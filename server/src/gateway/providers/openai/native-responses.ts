import { isObject } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import type { Endpoint } from '../openai-shaped/single.ts'
import type { BoundTexts, ClientRequestHead, NativeOperation, Target } from '../provider.ts'
import { readResponse } from './responses-output.ts'
import { createResponsesDecoder } from './responses-stream.ts'

/** OpenAI encrypts the reasoning of an unstored response for the organisation that requested it. */
export const sealedReasoning: BoundTexts = {
  members: ['encrypted_content'],
  map(body, change) {
    if (!Array.isArray(body.input)) return body
    const input = body.input.flatMap((item: unknown) => {
      if (!isObject(item) || typeof item.encrypted_content !== 'string') return [item]
      const encrypted_content = change(item.encrypted_content)
      if (encrypted_content !== undefined) return [{ ...item, encrypted_content }]
      // A conversation can continue without its reasoning, but not without its compacted items.
      return item.type === 'reasoning' ? [] : [item]
    })
    return { ...body, input }
  },
}

/** A Responses request to an upstream with Responses: only the model's name and reserved fields change. */
export const nativeResponses = (
  endpointOf: (target: Target, path: string, call: ClientRequestHead) => Endpoint,
): NativeOperation => ({
  request(body, target, call) {
    const path = call.action === 'compact' ? '/v1/responses/compact' : '/v1/responses'
    return {
      method: 'POST',
      ...endpointOf(target, path, call),
      body: { ...withoutReserved(body, target.setting), model: target.model },
    }
  },
  response: readResponse,
  stream: createResponsesDecoder,
  bound: sealedReasoning,
  storesResponses: true,
})
