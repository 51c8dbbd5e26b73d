import { type Call, createdSeconds, identifier } from '../../exchange/call.ts'
import { isObject, type JsonObject, objectsIn, textOf } from '../../exchange/json.ts'
import { eventStream, json, type MockResponse, namedFrame } from '../../exchange/response.ts'
import { type Completion, type Counts, completionFor, foundPage, searchedFor } from '../../model/completion.ts'
import { openaiErrorBody } from '../errors.ts'
import { familyOf, isThinking } from '../model-family.ts'
import { callItem, clientTools } from './client-tools.ts'
import { itemId, responseId, sealReasoning } from './identity.ts'
import { readInput } from './read-input.ts'
import { checkResponses } from './rules.ts'
import { responseFrames } from './stream.ts'

export function responses(call: Call): MockResponse {
  checkResponses(call)
  const request = readInput(call.body)
  const completion = completionFor({ ...request, thinks: thinks(call) }, call.counts)
  const response = responseOf(call, completion, outputOf(call, completion, request.prompt))
  if (call.body.stream !== true) return json(response)
  const frames = responseFrames(response)
  return eventStream(frames, (status, message) => {
    const { code, param } = openaiErrorBody(status, message).error
    return namedFrame({ type: 'error', code: code ?? 'server_error', message, param, sequence_number: frames.length })
  })
}

function thinks({ body, model }: Call): boolean {
  const effort = isObject(body.reasoning) ? body.reasoning.effort : undefined
  return isThinking(effort, familyOf(model))
}

/** The items of a response, in the order a model produces them. */
function outputOf(call: Call, response: Completion, prompt: string): JsonObject[] {
  const { body } = call
  const items: JsonObject[] = []
  if (response.thinking !== '') {
    const isTold = isObject(body.reasoning) && typeof body.reasoning.summary === 'string'
    const isSealed = Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content')
    items.push({
      type: 'reasoning',
      id: itemId('rs_', call),
      summary: isTold ? [{ type: 'summary_text', text: response.thinking }] : [],
      ...(isSealed && { encrypted_content: sealReasoning(call.key, response.thinking) }),
    })
  }
  const query = objectsIn(body.tools).some((tool) => textOf(tool.type).startsWith('web_search'))
    ? searchedFor(prompt)
    : undefined
  if (query)
    items.push({
      type: 'web_search_call',
      id: itemId('ws_', call),
      status: 'completed',
      action: { type: 'search', query },
    })
  if (response.calls.length === 0) {
    const citation = { type: 'url_citation', start_index: 0, end_index: response.text.length, ...foundPage }
    const content = [{ type: 'output_text', text: response.text, annotations: query ? [citation] : [], logprobs: [] }]
    items.push({ type: 'message', id: itemId('msg_', call), status: 'completed', role: 'assistant', content })
  }
  const tools = clientTools(body)
  for (const [ordinal, { name, arguments: given }] of response.calls.entries()) {
    const tool = tools.find(({ known }) => known === name)
    items.push(callItem(tool, given, itemId('fc_', call, ordinal), identifier('call_', call, ordinal)))
  }
  return items
}

/** The response repeats the settings of the request, because SDKs read them there. */
function responseOf(call: Call, response: Completion, output: JsonObject[]): JsonObject {
  const { body } = call
  const isWhole = response.finish === 'stop' || response.finish === 'calls'
  return {
    id: responseId(call),
    object: 'response',
    created_at: createdSeconds,
    status: isWhole ? 'completed' : 'incomplete',
    background: false,
    error: null,
    incomplete_details: isWhole
      ? null
      : { reason: response.finish === 'length' ? 'max_output_tokens' : 'content_filter' },
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: call.model,
    output,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: body.reasoning ?? { effort: null, summary: null },
    service_tier: 'default',
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: body.text ?? { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: 'disabled',
    usage: call.usage(responsesUsage(response.counts)),
    metadata: body.metadata ?? {},
  }
}

export const responsesUsage = (counts: Counts) => ({
  input_tokens: counts.input,
  input_tokens_details: {
    cached_tokens: counts.cached,
    ...(counts.cacheWrite > 0 && { cache_write_tokens: counts.cacheWrite }),
  },
  output_tokens: counts.output,
  output_tokens_details: { reasoning_tokens: counts.reasoning },
  total_tokens: counts.input + counts.output,
})
