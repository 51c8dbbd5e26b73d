import { type Call, createdSeconds, identifier } from '../../exchange/call.ts'
import { objectsIn } from '../../exchange/json.ts'
import { json, type MockResponse } from '../../exchange/response.ts'
import { completionFor } from '../../model/completion.ts'
import { missingParameter } from '../errors.ts'
import { sealReasoning } from './identity.ts'
import { readInput } from './read-input.ts'
import { responsesUsage } from './responses.ts'

/** Keeps the user's messages and encrypts the rest into one item. */
export function compact(call: Call): MockResponse {
  if (call.model === '') throw missingParameter('model')
  const request = readInput(call.body)
  const { counts } = completionFor(request, call.counts)
  const kept = objectsIn(call.body.input).filter(({ role }) => role === 'user')
  const sealed = sealReasoning(call.key, request.prompt)
  return json({
    id: identifier('resp_', call),
    object: 'response.compaction',
    created_at: createdSeconds,
    output: [...kept, { type: 'compaction', id: identifier('cmp_', call), encrypted_content: sealed }],
    usage: call.usage(responsesUsage(counts)),
  })
}
