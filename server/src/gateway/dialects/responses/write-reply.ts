import type { ChatReply, JsonObject } from '../../forms/chat.ts'
import type { AskFacts } from '../dialect.ts'
import { declaredTools } from './declared-tools.ts'
import {
  annotationsOf,
  callItem,
  callPrefixes,
  messageItem,
  reasoningItem,
  refusalPart,
  textPart,
} from './output-items.ts'
import { idsOf, incompleteReason, responseObject } from './response-object.ts'

/** A whole reply as a response: reasoning, message, calls. */
export function writeReply(reply: ChatReply, facts: AskFacts): JsonObject {
  const ids = idsOf(reply.id)
  const choice = reply.choices[0]
  const incomplete = incompleteReason(choice?.finish_reason)
  return responseObject(facts.body, {
    id: ids.response,
    created: reply.created,
    model: reply.model,
    status: incomplete ? 'incomplete' : 'completed',
    output: choice ? itemsOf(choice, ids, facts.body) : [],
    usage: reply.usage,
    incomplete,
  })
}

function itemsOf(
  { message }: ChatReply['choices'][number],
  ids: ReturnType<typeof idsOf>,
  body: JsonObject,
): JsonObject[] {
  const items: JsonObject[] = []
  const blocks = message.thinking_blocks ?? []
  if (message.reasoning_content || blocks.length > 0)
    items.push(reasoningItem(ids.item('rs', 0), message.reasoning_content ?? '', blocks, 'completed'))
  const content: JsonObject[] = []
  if (message.content) content.push(textPart(message.content, annotationsOf(message.annotations)))
  if (message.refusal) content.push(refusalPart(message.refusal))
  if (content.length > 0) items.push(messageItem(ids.item('msg', items.length), content, 'completed'))
  const declared = declaredTools(body)
  for (const call of message.tool_calls ?? []) {
    const tool = declared.called(call.function.name)
    items.push(callItem(ids.item(callPrefixes[tool?.kind ?? 'function'], items.length), call, tool, 'completed'))
  }
  return items
}
