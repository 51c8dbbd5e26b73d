import type { JsonObject, ThinkingBlock, ToolCallDelta } from '../../forms/chat.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'
import type { DeclaredTool } from './declared-tools.ts'
import { callItem, messageItem, reasoningItem, refusalPart, summaryPart, textPart } from './output-items.ts'

/** Writes one event with its sequence number. */
export type Emit = (type: string, fields: JsonObject) => string
/** An item while it is streamed. `close` returns the events that end it; afterwards `item` is complete. */
export type OpenItem = { index: number; close(): string; item(): JsonObject }

export type OpenReasoning = OpenItem & {
  kind: 'reasoning'
  add(text: string): string
  addBlocks(blocks: ThinkingBlock[]): void
}

export function openReasoning(emit: Emit, id: string, index: number): [OpenReasoning, string] {
  let text = ''
  const blocks: ThinkingBlock[] = []
  const position = { item_id: id, output_index: index, summary_index: 0 }
  const item = () => reasoningItem(id, text, blocks, 'completed')
  const reasoning: OpenReasoning = {
    kind: 'reasoning',
    index,
    item,
    add(delta) {
      const begin =
        text === '' ? emit('response.reasoning_summary_part.added', { ...position, part: summaryPart('') }) : ''
      text += delta
      return begin + emit('response.reasoning_summary_text.delta', { ...position, delta })
    },
    addBlocks: (signed) => {
      blocks.push(...signed)
    },
    close() {
      const part =
        text === ''
          ? ''
          : emit('response.reasoning_summary_text.done', { ...position, text }) +
            emit('response.reasoning_summary_part.done', { ...position, part: summaryPart(text) })
      return part + emit('response.output_item.done', { output_index: index, item: item() })
    },
  }
  const added = { output_index: index, item: reasoningItem(id, '', [], 'in_progress') }
  return [reasoning, emit('response.output_item.added', added)]
}

type PartKind = 'text' | 'refusal'
export type OpenMessage = OpenItem & { kind: 'message'; add(kind: PartKind, text: string): string }

export function openMessage(emit: Emit, id: string, index: number): [OpenMessage, string] {
  const parts: JsonObject[] = []
  let open: { kind: PartKind; text: string } | undefined
  const position = () => ({ item_id: id, output_index: index, content_index: parts.length })
  const partOf = (kind: PartKind, text: string) => (kind === 'text' ? textPart(text) : refusalPart(text))
  const item = () => messageItem(id, parts, 'completed')
  const closePart = (): string => {
    if (!open) return ''
    const { kind, text } = open
    const part = partOf(kind, text)
    const contentDone =
      kind === 'text'
        ? emit('response.output_text.done', { ...position(), text, logprobs: [] })
        : emit('response.refusal.done', { ...position(), refusal: text })
    const closed = contentDone + emit('response.content_part.done', { ...position(), part })
    parts.push(part)
    open = undefined
    return closed
  }
  const message: OpenMessage = {
    kind: 'message',
    index,
    item,
    add(kind, delta) {
      let text = ''
      if (open?.kind !== kind) {
        text = closePart() + emit('response.content_part.added', { ...position(), part: partOf(kind, '') })
        open = { kind, text: '' }
      }
      open.text += delta
      if (kind === 'refusal') return text + emit('response.refusal.delta', { ...position(), delta })
      return text + emit('response.output_text.delta', { ...position(), delta, logprobs: [] })
    },
    close: () => closePart() + emit('response.output_item.done', { output_index: index, item: item() }),
  }
  const added = { output_index: index, item: messageItem(id, [], 'in_progress') }
  return [message, emit('response.output_item.added', added)]
}

export type OpenCall = OpenItem & { add(delta: ToolCallDelta): string }

export function openCall(
  emit: Emit,
  id: string,
  index: number,
  called: { id: string; name: string; tool: DeclaredTool | undefined },
): [OpenCall, string] {
  let text = ''
  let extra: JsonObject | undefined
  const kind = called.tool?.kind ?? 'function'
  const position = { item_id: id, output_index: index }
  const itemWith = (argumentText: string, status: 'in_progress' | 'completed') =>
    callItem(
      id,
      {
        id: called.id,
        type: 'function',
        function: { name: called.name, arguments: argumentText },
        extra_content: extra,
      },
      called.tool,
      status,
    )
  const item = () => itemWith(text || '{}', 'completed')
  const argumentsDone = (): string => {
    if (kind === 'search') return ''
    if (kind === 'function')
      return emit('response.function_call_arguments.done', { ...position, arguments: text || '{}' })
    const input = textOfArguments(text)
    return (
      emit('response.custom_tool_call_input.delta', { ...position, delta: input }) +
      emit('response.custom_tool_call_input.done', { ...position, input })
    )
  }
  const call: OpenCall = {
    index,
    item,
    add({ function: functionDelta, extra_content }) {
      if (extra_content) extra = extra_content
      const delta = functionDelta?.arguments ?? ''
      text += delta
      // Free text is inside JSON that is incomplete until the call ends. A tool search is written whole.
      if (delta === '' || kind !== 'function') return ''
      return emit('response.function_call_arguments.delta', { ...position, delta })
    },
    close: () => argumentsDone() + emit('response.output_item.done', { output_index: index, item: item() }),
  }
  return [call, emit('response.output_item.added', { output_index: index, item: itemWith('', 'in_progress') })]
}
