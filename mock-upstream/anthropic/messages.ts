import { type Call, identifier } from '../exchange/call.ts'
import { type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { eventStream, json, type MockResponse } from '../exchange/response.ts'
import { type Completion, completionFor, foundPage, searchedFor } from '../model/completion.ts'
import { redactedData, signatureOf } from './block-rules.ts'
import { anthropicErrorFrame } from './errors.ts'
import { readMessages, type Written } from './read-messages.ts'
import { checkRequest } from './request-rules.ts'
import { messageFrames } from './stream.ts'
import { isThinking, showsThinking } from './thinking-rules.ts'
import { messageId } from './threads.ts'

export function messages(call: Call): MockResponse {
  checkRequest(call, 'generate')
  const { request, written } = readMessages(call.body)
  const response = completionFor({ ...request, thinks: isThinking(call.body, call.model) }, call.counts)
  const query = objectsIn(call.body.tools).some(({ type }) => textOf(type).startsWith('web_search'))
    ? searchedFor(request.prompt)
    : undefined
  const message = {
    id: messageId(call),
    type: 'message',
    role: 'assistant',
    model: call.model,
    content: contentOf(call, response, request.prompt, query),
    ...stopOf(response),
    usage: call.usage(usageOf(response, written, query === undefined ? 0 : 1)),
  }
  const headers = { 'request-id': identifier('req_', call) }
  if (call.body.stream !== true) return json(message, 200, headers)
  return { ...eventStream(messageFrames(message), anthropicErrorFrame), headers }
}

/** Counts the tokens of a request, free of charge. */
export function countTokens(call: Call): MockResponse {
  checkRequest(call, 'count')
  return json({ input_tokens: completionFor(readMessages(call.body).request, call.counts).counts.input })
}

function contentOf(call: Call, response: Completion, prompt: string, query: string | undefined): JsonObject[] {
  const blocks: JsonObject[] = []
  if (response.thinking !== '') {
    const thinking = showsThinking(call.body, call.model) ? response.thinking : ''
    if (prompt.includes('think in secret')) blocks.push({ type: 'redacted_thinking', data: redactedData })
    else blocks.push({ type: 'thinking', thinking, signature: signatureOf(thinking) })
    if (prompt.includes('think twice')) blocks.push({ type: 'redacted_thinking', data: redactedData })
  }
  if (query !== undefined) {
    const id = identifier('srvtoolu_', call)
    blocks.push({ type: 'server_tool_use', id, name: 'web_search', input: { query } })
    const found = { type: 'web_search_result', ...foundPage, encrypted_content: 'mock', page_age: null }
    blocks.push({ type: 'web_search_tool_result', tool_use_id: id, content: [found] })
  }
  if (response.text !== '') blocks.push({ type: 'text', text: response.text })
  for (const [ordinal, { name, arguments: input }] of response.calls.entries()) {
    blocks.push({ type: 'tool_use', id: identifier('toolu_', call, ordinal), name, input })
  }
  return blocks
}

function stopOf({ finish, stopSequence }: Completion): JsonObject {
  const stop_sequence = stopSequence ?? null
  switch (finish) {
    case 'length':
      return { stop_reason: 'max_tokens', stop_sequence }
    case 'calls':
      return { stop_reason: 'tool_use', stop_sequence }
    case 'filter':
      return {
        stop_reason: 'refusal',
        stop_sequence,
        stop_details: { type: 'refusal', category: null, explanation: 'I would rather not.' },
      }
    default:
      return { stop_reason: stopSequence === undefined ? 'end_turn' : 'stop_sequence', stop_sequence }
  }
}

/** Tokens read from or written to the cache are not part of the input count. */
function usageOf({ counts }: Completion, written: Written, searches: number) {
  const fiveMinutes = written.fiveMinutes + counts.cacheWrite
  return {
    input_tokens: Math.max(0, counts.input - counts.cached - fiveMinutes - written.oneHour),
    cache_creation_input_tokens: fiveMinutes + written.oneHour,
    cache_read_input_tokens: counts.cached,
    cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: written.oneHour },
    output_tokens: counts.output,
    ...(counts.reasoning > 0 && { output_tokens_details: { thinking_tokens: counts.reasoning } }),
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
    service_tier: 'standard',
  }
}
