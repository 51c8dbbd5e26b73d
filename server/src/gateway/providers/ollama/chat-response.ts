import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, ChatResponse, FinishReason, JsonObject } from '../../forms/chat.ts'
import { countOf, isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse, incompleteResponse, parseEventData } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { readToolCalls } from '../openai-shaped/read-tool-calls.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'

export function readChat(body: unknown, facts: ResponseContext): ChatResponse {
  if (!isObject(body)) throw badResponse()
  if (textOf(body.error) !== undefined) throw failureOf(200, body)
  if (!isObject(body.message)) throw badResponse('the provider sent a response without a message')
  const { message } = body
  const calls = readToolCalls(message, facts.id)
  const content = textOf(message.content)
  const usage = usageIn(body)
  const choice = {
    index: 0,
    message: {
      role: 'assistant' as const,
      content: content ?? (calls.length > 0 ? null : ''),
      ...(textOf(message.thinking) !== undefined && { reasoning_content: textOf(message.thinking) }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    finish_reason: finishOf(body, calls.length > 0),
    ...logprobsIn(body),
  }
  return { ...headOf(body, facts), choices: [choice], ...(usage && { usage }) }
}

/** A stream is lines of JSON; the last has `done`. Calls come whole and without an index. */
export function createChatDecoder(facts: ResponseContext): StreamDecoder {
  let head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined
  let calls = 0
  let isFinished = false

  const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null, extras: JsonObject = {}): ChatChunk => ({
    ...(head ?? headOf({}, facts)),
    choices: [{ ...extras, index: 0, delta, finish_reason }],
  })
  return {
    push({ data }) {
      const line = parseEventData(data)
      if (!isObject(line)) return []
      if (textOf(line.error) !== undefined) throw failureOf(200, line)
      const message = isObject(line.message) ? line.message : {}
      const chunks: ChatChunk[] = []
      if (!head) {
        head = headOf(line, facts)
        chunks.push(chunk({ role: 'assistant', content: '' }))
      }
      const thinking = textOf(message.thinking)
      const content = textOf(message.content)
      if (thinking !== undefined) chunks.push(chunk({ reasoning_content: thinking }))
      if (content !== undefined) chunks.push(chunk({ content }, null, logprobsIn(line)))
      const called = readToolCalls(message, facts.id, calls)
      if (called.length > 0) chunks.push(chunk({ tool_calls: called.map((call) => ({ index: calls++, ...call })) }))
      if (line.done !== true) return chunks
      isFinished = true
      const usage = usageIn(line)
      return [...chunks, { ...chunk({}, finishOf(line, calls > 0)), ...(usage && { usage }) }]
    },
    end() {
      if (head && !isFinished) throw incompleteResponse()
      return []
    },
  }
}

function headOf(body: JsonObject, facts: ResponseContext): Pick<ChatChunk, 'id' | 'created' | 'model'> {
  const created = Date.parse(textOf(body.created_at) ?? '')
  return {
    id: facts.id,
    created: Number.isFinite(created) && created > 0 ? Math.floor(created / 1000) : facts.now,
    model: textOf(body.model) ?? facts.model,
  }
}

function finishOf({ done_reason }: JsonObject, hasCalls: boolean): FinishReason {
  if (hasCalls) return 'tool_calls'
  return done_reason === 'length' ? 'length' : 'stop'
}

/** The count of the prompt includes the cached part. Servers before 0.33 do not count that part apart. */
function usageIn(body: JsonObject): Usage | undefined {
  const prompt = countOf(body.prompt_eval_count)
  const output = countOf(body.eval_count)
  if (prompt === 0 && output === 0) return undefined
  const cache_read = Math.min(countOf(body.prompt_eval_cached_count), prompt)
  return { ...noUsage, input: prompt - cache_read, cache_read, output }
}

const logprobsIn = ({ logprobs }: JsonObject): JsonObject =>
  Array.isArray(logprobs) ? { logprobs: { content: logprobs } } : {}
