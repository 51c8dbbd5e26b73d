import { totalCompletion, totalPrompt, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { FinishReason, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { bareId } from '../../translate/tools/ids.ts'
import type { ClientError } from '../dialect.ts'
import { unstoredId } from './stored-items.ts'

/** The ids of one response and its items, derived from the id of the upstream's response. */
export function idsOf(responseId: string) {
  const bare = bareId(bareId(responseId))
  return {
    response: `resp_${bare}`,
    item: (kind: 'msg' | 'rs' | 'fc' | 'ctc' | 'tsc', ordinal: number) => unstoredId(kind, bare, ordinal),
  }
}

type ResponseState = {
  id: string
  created: number
  model: string
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  output: JsonObject[]
  usage?: Usage
  incomplete?: string
  error?: { code: string; message: string }
}

/** The response object. It repeats settings of the request, because OpenAI's client libraries read them from there. */
export const responseObject = (body: JsonObject, state: ResponseState): JsonObject => ({
  id: state.id,
  object: 'response',
  created_at: state.created,
  status: state.status,
  background: false,
  error: state.error ?? null,
  incomplete_details: state.incomplete ? { reason: state.incomplete } : null,
  instructions: body.instructions ?? null,
  max_output_tokens: body.max_output_tokens ?? null,
  metadata: body.metadata ?? {},
  model: state.model,
  output: state.output,
  parallel_tool_calls: body.parallel_tool_calls ?? true,
  previous_response_id: null,
  reasoning: isObject(body.reasoning) ? body.reasoning : { effort: null, summary: null },
  store: false,
  temperature: body.temperature ?? null,
  text: isObject(body.text) ? body.text : { format: { type: 'text' } },
  tool_choice: body.tool_choice ?? 'auto',
  tools: body.tools ?? [],
  top_p: body.top_p ?? null,
  truncation: body.truncation ?? 'disabled',
  usage: state.usage ? responsesUsage(state.usage) : null,
  user: body.user ?? null,
})

const responsesUsage = (usage: Usage): JsonObject => {
  const cacheWrite = usage.cache_write_5m + usage.cache_write_1h
  return {
    input_tokens: totalPrompt(usage),
    input_tokens_details: {
      cached_tokens: usage.cache_read,
      ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
    },
    output_tokens: totalCompletion(usage),
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: totalPrompt(usage) + totalCompletion(usage),
  }
}

/** The fields of an error event: as documented, and again in the object in which OpenAI sends them. */
export function errorMembers({ type, code, message, param }: ClientError): JsonObject {
  const members = { code, message, param: param ?? null }
  return { ...members, error: { type, ...members } }
}

/** Why a response is incomplete; undefined when it is complete. */
export const incompleteReason = (finish: FinishReason | undefined): string | undefined => {
  if (finish === 'length') return 'max_output_tokens'
  return finish === 'content_filter' ? 'content_filter' : undefined
}
