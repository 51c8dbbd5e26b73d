import type { AnswerMessage, ChatReply, JsonObject } from '../../forms/chat.ts'
import { badResponse } from '../../translate/answer/bad-response.ts'
import { countOf, isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { thinkingToContent } from '../../translate/text/thinking-to-content.ts'
import type { ReplyFacts } from '../provider.ts'
import { readFinishReason } from './finish-reason.ts'
import type { ReplyQuirks } from './quirks.ts'
import { extraIn, failureIn, usageIn } from './read-body.ts'
import { readSpoken, type Spoken } from './read-message.ts'
import { readToolCalls } from './read-tool-calls.ts'
import { createThinkSplitter } from './think-tags.ts'

/** A whole answer of an upstream in OpenAI's shape. Only the choices are asked for; the rest may be missing. */
export function readChatReply(body: unknown, about: ReplyFacts, quirks: ReplyQuirks = {}): ChatReply {
  if (!isObject(body)) throw badResponse()
  const failure = failureIn(body, quirks)
  if (failure) throw failure
  const rawChoices = listOf(body.choices).filter(isObject)
  if (rawChoices.length === 0) throw badResponse('the upstream sent an answer without choices')
  const isStrict = about.setting?.force_format === true
  const usage = usageIn(body, rawChoices)
  const extra = isStrict ? undefined : extraIn(body, quirks)
  const reply: ChatReply = {
    id: textOf(body.id) ?? about.id,
    created: countOf(body.created) || about.now,
    model: textOf(body.model) ?? about.model,
    choices: rawChoices.map((choice, ordinal) => readChoice(choice, ordinal, about, quirks)),
    ...(usage && { usage }),
    ...(extra && { extra }),
  }
  return about.setting?.thinking_to_content === true ? thinkingToContent(reply) : reply
}

function readChoice(
  choice: JsonObject,
  ordinal: number,
  about: ReplyFacts,
  quirks: ReplyQuirks,
): ChatReply['choices'][number] {
  const raw = isObject(choice.message) ? choice.message : {}
  const isStrict = about.setting?.force_format === true
  const spoken = withThoughts(readSpoken(raw, !isStrict), quirks)
  const calls = readToolCalls(raw, about.id)
  const produced = {
    calls: calls.length > 0,
    anything: calls.length > 0 || Boolean(spoken.content || spoken.reasoning_content),
  }
  const message: AnswerMessage = {
    role: 'assistant',
    ...spoken,
    content: spoken.content === undefined || (spoken.content === '' && produced.calls) ? null : spoken.content,
    ...(produced.calls && { tool_calls: calls }),
  }
  return {
    ...(!isStrict && choiceExtras(choice)),
    index: typeof choice.index === 'number' ? countOf(choice.index) : ordinal,
    message,
    finish_reason: readFinishReason(choice.finish_reason, produced, quirks) ?? (produced.calls ? 'tool_calls' : 'stop'),
  }
}

function withThoughts(spoken: Spoken, quirks: ReplyQuirks): Spoken {
  if (!quirks.thinkTags || !spoken.content?.includes('<think>')) return spoken
  const splitter = createThinkSplitter()
  const first = splitter.push(spoken.content)
  const last = splitter.end()
  const reasoning = (spoken.reasoning_content ?? '') + first.reasoning + last.reasoning
  return { ...spoken, content: first.content + last.content, ...(reasoning !== '' && { reasoning_content: reasoning }) }
}

/** What stands beside a message, such as log probabilities and the findings of a filter. */
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
