import type { ChatResponse, JsonObject, ThinkingBlock } from '../../forms/chat.ts'
import { visitInOrder } from '../../translate/response/thinking-order.ts'
import type { RequestContext } from '../dialect.ts'
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

/** A whole response: reasoning, messages and calls in the order of the upstream. */
export function writeResponse(response: ChatResponse, facts: RequestContext): JsonObject {
  const ids = idsOf(response.id)
  const choice = response.choices[0]
  const incomplete = incompleteReason(choice?.finish_reason)
  return responseObject(facts.body, {
    id: ids.response,
    created: response.created,
    model: response.model,
    status: incomplete ? 'incomplete' : 'completed',
    output: choice ? itemsOf(choice, ids, facts.body) : [],
    usage: response.usage,
    incomplete,
  })
}

function itemsOf(
  { message }: ChatResponse['choices'][number],
  ids: ReturnType<typeof idsOf>,
  body: JsonObject,
): JsonObject[] {
  const { content, refusal, reasoning_content = '', thinking_blocks = [], tool_calls = [] } = message
  const texts = { text: content ?? '', refusal: refusal ?? '', annotations: annotationsOf(message.annotations) }
  const declared = declaredTools(body)
  const items: JsonObject[] = []
  const idOf = (prefix: Parameters<typeof ids.item>[0]) => ids.item(prefix, items.length)
  const addReasoning = (text: string, blocks: readonly ThinkingBlock[]) =>
    items.push(reasoningItem(idOf('rs'), text, blocks, 'completed'))
  /** Blocks that follow each other are one item. */
  let thoughts: ThinkingBlock[] = []
  const endThoughts = () => {
    if (thoughts.length > 0) addReasoning(thoughtText(thoughts), thoughts)
    thoughts = []
  }
  if (thinking_blocks.length === 0 && reasoning_content !== '') addReasoning(reasoning_content, [])
  visitInOrder({
    thoughts: thinking_blocks,
    textLength: texts.text.length + texts.refusal.length,
    callCount: tool_calls.length,
    thought: (block) => void thoughts.push(block),
    text(from, to) {
      endThoughts()
      items.push(messageItem(idOf('msg'), partsBetween(texts, from, to), 'completed'))
    },
    call(ordinal) {
      endThoughts()
      const call = tool_calls[ordinal]
      const tool = call && declared.called(call.function.name)
      if (call) items.push(callItem(idOf(callPrefixes[tool?.kind ?? 'function']), call, tool, 'completed'))
    },
  })
  endThoughts()
  return items
}

const thoughtText = (blocks: readonly ThinkingBlock[]): string =>
  blocks.flatMap((block) => (block.type === 'thinking' && block.thinking !== '' ? [block.thinking] : [])).join('\n')

type Texts = { text: string; refusal: string; annotations: readonly JsonObject[] }

/** The parts of the message between two positions; citations count from the beginning of their part. */
function partsBetween({ text, refusal, annotations }: Texts, from: number, to: number): JsonObject[] {
  const isLast = to >= text.length
  const cited = annotations.flatMap((annotation) => {
    const { start_index: start, end_index: end } = annotation
    if (typeof start !== 'number' || typeof end !== 'number') return isLast ? [annotation] : []
    if (start < from || (start >= to && !isLast)) return []
    return [from === 0 ? annotation : { ...annotation, start_index: start - from, end_index: end - from }]
  })
  const piece = text.slice(from, to)
  return [
    ...(piece === '' ? [] : [textPart(piece, cited)]),
    ...(refusal !== '' && to > text.length ? [refusalPart(refusal)] : []),
  ]
}
