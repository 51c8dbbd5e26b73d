import type { ChatResponse, JsonObject, ResponseMessage } from '../../forms/chat.ts'
import { countOf, isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { thinkingToContent } from '../../translate/text/thinking-to-content.ts'
import type { ResponseContext } from '../provider.ts'
import { readFinishReason } from './finish-reason.ts'
import type { ResponseQuirks } from './quirks.ts'
import { extraIn, failureIn, usageIn } from './read-body.ts'
import { type MessageFields, readMessageFields } from './read-message.ts'
import { readToolCalls } from './read-tool-calls.ts'
import { createThinkSplitter } from './think-tags.ts'

/** A whole response in the OpenAI format. Only the choices are required. */
export function readChatResponse(received: unknown, facts: ResponseContext, quirks: ResponseQuirks = {}): ChatResponse {
  if (!isObject(received)) throw badResponse()
  const failure = failureIn(received, quirks)
  if (failure) throw failure
  const body = quirks.reshape ? quirks.reshape(received) : received
  const rawChoices = listOf(body.choices).filter(isObject)
  if (rawChoices.length === 0) throw badResponse('the provider sent a response without choices')
  const isStrict = facts.setting?.force_format === true
  const usage = usageIn(body, rawChoices, quirks)
  const extra = isStrict ? undefined : extraIn(body, quirks)
  const response: ChatResponse = {
    id: textOf(body.id) ?? facts.id,
    created: countOf(body.created) || facts.now,
    model: textOf(body.model) ?? facts.model,
    choices: rawChoices.map((choice, ordinal) => readChoice(choice, ordinal, facts, quirks)),
    ...(usage && { usage }),
    ...(extra && { extra }),
  }
  return facts.setting?.thinking_to_content === true ? thinkingToContent(response) : response
}

function readChoice(
  choice: JsonObject,
  ordinal: number,
  facts: ResponseContext,
  quirks: ResponseQuirks,
): ChatResponse['choices'][number] {
  const raw = isObject(choice.message) ? choice.message : {}
  const isStrict = facts.setting?.force_format === true
  const fields = withThoughts(readMessageFields(raw, !isStrict), quirks)
  const calls = readToolCalls(raw, facts.id)
  const produced = {
    hasCalls: calls.length > 0,
    hasOutput: calls.length > 0 || Boolean(fields.content || fields.reasoning_content),
  }
  const message: ResponseMessage = {
    role: 'assistant',
    ...fields,
    content: fields.content === undefined || (fields.content === '' && produced.hasCalls) ? null : fields.content,
    ...(produced.hasCalls && { tool_calls: calls }),
  }
  return {
    ...(!isStrict && choiceExtras(choice)),
    index: typeof choice.index === 'number' ? countOf(choice.index) : ordinal,
    message,
    finish_reason:
      readFinishReason(choice.finish_reason, produced, quirks) ?? (produced.hasCalls ? 'tool_calls' : 'stop'),
  }
}

function withThoughts(fields: MessageFields, quirks: ResponseQuirks): MessageFields {
  if (!quirks.thinkTags || !fields.content?.includes('<think>')) return fields
  const splitter = createThinkSplitter()
  const first = splitter.push(fields.content)
  const last = splitter.end()
  const reasoning = (fields.reasoning_content ?? '') + first.reasoning + last.reasoning
  return { ...fields, content: first.content + last.content, ...(reasoning !== '' && { reasoning_content: reasoning }) }
}

/** Fields beside a message, such as log probabilities and filter results. */
export function choiceExtras(choice: JsonObject): JsonObject | undefined {
  let extras: JsonObject | undefined
  for (const name in choice) {
    if (handled.has(name) || choice[name] === null) continue
    extras ??= {}
    extras[name] = choice[name]
  }
  return extras
}
const handled: ReadonlySet<string> = new Set(['index', 'message', 'delta', 'finish_reason', 'usage', '__proto__'])
