import { totalPrompt } from '../../../domain/money/pricing/usage.ts'
import type { BilledTools, ChatChunk, ChatDelta, FinishReason, JsonObject, ThinkingBlock } from '../../forms/chat.ts'
import type { PlainEvents } from '../../plain-events/plain-events.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse, incompleteResponse, parseEventData } from '../../translate/response/bad-response.ts'
import { placed } from '../../translate/response/thinking-order.ts'
import { callId } from '../../translate/tools/ids.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'
import { anthropicFailure } from './failure.ts'
import { jsonToolName } from './json-output.ts'
import { annotationOf, finishReasonOf, headOf, inputText } from './message-response.ts'
import { readPlainEvent } from './read-plain-event.ts'
import { createUsageTally } from './usage.ts'

/** A block that is being streamed. Blocks of other kinds are left out. */
type OpenBlock =
  | { kind: 'text'; start: number }
  | { kind: 'thinking'; thinking: string; signature: string }
  | { kind: 'redacted'; data: string }
  | { kind: 'call'; ordinal: number; isWhole: boolean; hasInput: boolean }
  | { kind: 'json' }
  | { kind: 'search'; id: unknown }

/** Reads one streamed Anthropic message, also from other hosts of the models. */
export function createMessageDecoder(facts: ResponseContext): StreamDecoder {
  const tally = createUsageTally()
  const open = new Map<unknown, OpenBlock>()
  let head = headOf({}, facts)
  let hasBegun = false
  let hasContent = false
  let isFinished = false
  let calls = 0
  let thoughts = 0
  let textLength = 0
  /** Searches of the web that still run, by id, and how many have results. */
  const running = new Set<unknown>()
  let searches = 0
  let advices = 0

  const chunkOf = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  })
  const callChunk = (index: number, functionDelta: JsonObject): ChatChunk =>
    chunkOf({ tool_calls: [{ index, function: functionDelta }] })
  const textChunks = (text: string): ChatChunk[] => {
    if (text === '') return []
    textLength += text.length
    return [chunkOf({ content: text })]
  }

  const begin = (event: JsonObject): ChatChunk[] => {
    const message = objectOf(event.message) ?? {}
    // A second message would continue the blocks of the first: a call would have the arguments of both. Anthropic's own
    // library ends such a stream with an error too. Before any content, the message is only announced twice.
    if (hasContent && isObject(event.message))
      throw badResponse('the provider began a second message in the same stream')
    tally.add(message.usage)
    if (hasBegun) return []
    hasBegun = true
    head = headOf(message, facts)
    return [chunkOf({ role: 'assistant', content: '' })]
  }
  const beginOnce = (): ChatChunk[] => (hasBegun ? [] : begin({}))

  /** Prompt usage, sent with the first content: before that, a failure may be retried on another channel. */
  const firstCounts = (): ChatChunk[] => {
    if (hasContent) return []
    hasContent = true
    const usage = tally.usage()
    // The output count here is provisional. With zero, an incomplete response is counted by its text.
    return usage ? [{ ...head, choices: [], usage: { ...usage, output: 0, reasoning: 0 } }] : []
  }

  const searchChunks = (): ChatChunk[] => {
    const countOf = (count: number) => (count > 0 ? [{ name: 'web_search' as const, count }] : [])
    const billed: BilledTools = { done: countOf(searches), running: countOf(running.size), isShown: false }
    return [{ ...head, choices: [], billed }]
  }
  /** A search that failed is not billed. */
  const endSearch = ({ tool_use_id, content }: JsonObject): ChatChunk[] => {
    running.delete(tool_use_id)
    if (Array.isArray(content)) searches++
    return searchChunks()
  }

  /**
   * An advisor has read the prompt and written its advice, but its counts come with the last ones. Until then one more
   * reading of the prompt stands for each advice, for streams that break off. The last counts replace this estimate.
   */
  const adviceChunks = ({ content }: JsonObject): ChatChunk[] => {
    const usage = tally.usage()
    if (!usage || textOf(objectOf(content)?.type)?.endsWith('_error')) return []
    advices++
    const input = usage.input + advices * totalPrompt(usage)
    return [{ ...head, choices: [], usage: { ...usage, input, output: 0, reasoning: 0, runs: 1 + advices } }]
  }

  const openBlock = ({ index, content_block }: JsonObject): ChatChunk[] => {
    const block = objectOf(content_block) ?? {}
    switch (block.type) {
      case 'text':
        open.set(index, { kind: 'text', start: textLength })
        return textChunks(textOf(block.text) ?? '')
      case 'thinking':
        open.set(index, { kind: 'thinking', thinking: '', signature: textOf(block.signature) ?? '' })
        return thinkingChunks(index, textOf(block.thinking) ?? '')
      case 'redacted_thinking':
        open.set(index, { kind: 'redacted', data: textOf(block.data) ?? '' })
        return []
      case 'tool_use':
        return openCall(index, block)
      case 'server_tool_use':
        if (block.name === 'web_search') open.set(index, { kind: 'search', id: block.id })
        return []
      case 'web_search_tool_result':
        return endSearch(block)
      case 'advisor_tool_result':
        return adviceChunks(block)
      default:
        return []
    }
  }
  const openCall = (index: unknown, block: JsonObject): ChatChunk[] => {
    const name = textOf(block.name) ?? ''
    const input = inputText(block.input)
    const whole = input === '{}' ? '' : input
    if (name === jsonToolName) {
      open.set(index, { kind: 'json' })
      return textChunks(whole)
    }
    const ordinal = calls++
    open.set(index, { kind: 'call', ordinal, isWhole: whole !== '', hasInput: whole !== '' })
    const id = textOf(block.id) ?? callId(facts.id, ordinal)
    return [chunkOf({ tool_calls: [{ index: ordinal, id, type: 'function', function: { name, arguments: whole } }] })]
  }
  const thinkingChunks = (index: unknown, thinking: string): ChatChunk[] => {
    if (thinking === '') return []
    const block = open.get(index)
    let isFirst = false
    if (block?.kind === 'thinking') {
      isFirst = block.thinking === ''
      block.thinking += thinking
    }
    // Thinking blocks are separated by a line break, as in a whole response.
    const separator = isFirst && thoughts++ > 0 ? '\n' : ''
    return [chunkOf({ reasoning_content: separator + thinking })]
  }

  const addToBlock = ({ index, delta: raw }: JsonObject): ChatChunk[] => {
    const delta = objectOf(raw) ?? {}
    const block = open.get(index)
    switch (delta.type) {
      case 'text_delta':
        return textChunks(textOf(delta.text) ?? '')
      case 'thinking_delta':
        return thinkingChunks(index, textOf(delta.thinking) ?? '')
      case 'signature_delta':
        if (block?.kind === 'thinking') block.signature += textOf(delta.signature) ?? ''
        return []
      case 'input_json_delta':
        return addInput(block, textOf(delta.partial_json) ?? '')
      case 'citations_delta': {
        const start = block?.kind === 'text' ? block.start : textLength
        const annotation = annotationOf(delta.citation, start, textLength)
        return annotation ? [chunkOf({ annotations: [annotation] })] : []
      }
      default:
        return []
    }
  }
  const addInput = (block: OpenBlock | undefined, json: string): ChatChunk[] => {
    if (json === '') return []
    if (block?.kind === 'json') return textChunks(json)
    if (block?.kind !== 'call' || block.isWhole) return []
    block.hasInput = true
    return [callChunk(block.ordinal, { arguments: json })]
  }

  const thoughtChunks = (block: ThinkingBlock): ChatChunk[] => [
    chunkOf({ thinking_blocks: [placed(block, { text: textLength, calls })] }),
  ]
  const closeBlock = ({ index }: JsonObject): ChatChunk[] => {
    const block = open.get(index)
    open.delete(index)
    switch (block?.kind) {
      case 'thinking': {
        const { thinking, signature } = block
        return thinking || signature ? thoughtChunks({ type: 'thinking', thinking, signature }) : []
      }
      case 'redacted':
        return thoughtChunks({ type: 'redacted_thinking', data: block.data })
      case 'call':
        return block.hasInput ? [] : [callChunk(block.ordinal, { arguments: '{}' })]
      case 'search': // its query is complete, so the search begins
        running.add(block.id)
        return searchChunks()
      default:
        return []
    }
  }

  const finish = (reason: unknown, details?: unknown): ChatChunk[] => {
    const usage = tally.usage()
    if (isFinished || reason === null) return usage ? [{ ...head, choices: [], usage }] : []
    isFinished = true
    const end = finishReasonOf(reason, calls > 0)
    const explanation = end === 'content_filter' ? textOf(objectOf(details)?.explanation) : undefined
    return [
      ...(explanation === undefined ? [] : [chunkOf({ refusal: explanation })]),
      { ...chunkOf({}, end), ...(usage && { usage }) },
    ]
  }

  const plain: PlainEvents = {
    read(bytes, at, delta, passes) {
      const end = hasContent ? readPlainEvent(bytes, at, delta) : 0
      if (end === 0 || delta.kind === 'content') return end
      const block = open.get(delta.call)
      if (delta.kind === 'reasoning') {
        // For other dialects a block is kept whole; the first text of a block may come after a line break.
        return passes && block?.kind === 'thinking' && block.thinking !== '' ? end : 0
      }
      if (block?.kind === 'json') delta.kind = 'content'
      else if (block?.kind === 'call' && block.hasInput && !block.isWhole) delta.call = block.ordinal
      else return 0
      return end
    },
    see({ kind, length }) {
      if (kind === 'content') textLength += length
    },
  }

  return {
    plain,
    push({ data }) {
      if (data === '' || data.startsWith('[DONE]')) return []
      const event = parseEventData(data)
      if (!isObject(event)) return []
      switch (event.type) {
        case 'message_start':
          return begin(event)
        case 'content_block_start':
          return [...beginOnce(), ...firstCounts(), ...openBlock(event)]
        case 'content_block_delta':
          return hasContent ? addToBlock(event) : [...beginOnce(), ...firstCounts(), ...addToBlock(event)]
        case 'content_block_stop':
          return closeBlock(event)
        case 'message_delta': {
          tally.add(event.usage)
          const delta = objectOf(event.delta)
          return [...beginOnce(), ...finish(delta?.stop_reason ?? null, delta?.stop_details ?? event.stop_details)]
        }
        case 'message_stop':
          return isFinished || !hasBegun ? [] : finish(calls > 0 ? 'tool_use' : 'end_turn')
        case 'error':
          throw anthropicFailure(200, event)
        default:
          // Proxies report their own failures without an event type.
          if (event.type === undefined && event.error !== undefined) throw anthropicFailure(200, event)
          return []
      }
    },
    end() {
      if (!hasBegun || isFinished) return []
      throw incompleteResponse()
    },
  }
}
