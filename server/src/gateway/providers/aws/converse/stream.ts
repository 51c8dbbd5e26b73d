import type { ChatChunk, ChatDelta, FinishReason, JsonObject } from '../../../forms/chat.ts'
import type { FrameReader } from '../../../forms/sse.ts'
import { isObject, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { incompleteResponse, parseEventData } from '../../../translate/response/bad-response.ts'
import { placed } from '../../../translate/response/thinking-order.ts'
import { callId } from '../../../translate/tools/ids.ts'
import { jsonToolName } from '../../anthropic/json-output.ts'
import type { ResponseContext, StreamDecoder } from '../../provider.ts'
import { createEventFrames, failureEvent, nothing } from '../event-frames.ts'
import { streamFailure } from '../failure.ts'
import { finishOf, functionCallIn, toolName, usageOf } from './response.ts'
import { isSigned, thoughtOf } from './thoughts.ts'

/** The messages of ConverseStream as events: the name of an event is a header, and its data the payload. */
export const createConverseFrames = (lengthMax: number): FrameReader =>
  createEventFrames(lengthMax, ({ headers, payload }) => ({
    raw: nothing,
    event: { event: headers[':event-type'] ?? '', data: payload.toString('utf8') },
  }))

/** A block that is being streamed: a tool call for the client, the gateway's own for JSON, or reasoning. */
type OpenBlock =
  | { kind: 'call'; ordinal: number; hasInput: boolean }
  | { kind: 'json' }
  | { kind: 'reasoning'; text: string; signature: string; redacted: string }

/** Reads one streamed message. */
export function createConverseDecoder(facts: ResponseContext): StreamDecoder {
  const head = { id: facts.id, created: facts.now, model: facts.model }
  const open = new Map<unknown, OpenBlock>()
  let calls = 0
  let textLength = 0
  let hasBegun = false
  let isFinished = false

  const chunkOf = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  })
  const begin = (): ChatChunk[] => {
    if (hasBegun) return []
    hasBegun = true
    return [chunkOf({ role: 'assistant', content: '' })]
  }
  const startBlock = ({ start, contentBlockIndex }: JsonObject): ChatChunk[] => {
    const called = functionCallIn(objectOf(start))
    const name = toolName(called?.name)
    if (!called || name === undefined) return []
    if (name === jsonToolName) {
      open.set(contentBlockIndex, { kind: 'json' })
      return []
    }
    const index = calls++
    open.set(contentBlockIndex, { kind: 'call', ordinal: index, hasInput: false })
    const id = textOf(called.toolUseId) ?? callId(facts.id, index)
    return [chunkOf({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })]
  }
  const callChunk = (index: number, text: string): ChatChunk =>
    chunkOf({ tool_calls: [{ index, function: { arguments: text } }] })
  const readDelta = ({ delta: value, contentBlockIndex }: JsonObject): ChatChunk[] => {
    const delta = objectOf(value) ?? {}
    const text = textOf(delta.text) ?? textOf(objectOf(delta.citation)?.text)
    if (text !== undefined) return textChunks(text)
    const reasoning = objectOf(delta.reasoningContent)
    if (reasoning) return readReasoning(reasoning, contentBlockIndex)
    const input = textOf(objectOf(delta.toolUse)?.input)
    const call = open.get(contentBlockIndex)
    if (input === undefined || !call || call.kind === 'reasoning') return []
    if (call.kind === 'json') return textChunks(input)
    call.hasInput = true
    return [callChunk(call.ordinal, input)]
  }
  const textChunks = (text: string): ChatChunk[] => {
    textLength += text.length
    return [chunkOf({ content: text })]
  }
  /** The signature comes after the text. */
  const readReasoning = (reasoning: JsonObject, index: unknown): ChatChunk[] => {
    const known = open.get(index)
    const block =
      known?.kind === 'reasoning' ? known : { kind: 'reasoning' as const, text: '', signature: '', redacted: '' }
    open.set(index, block)
    const text = textOf(reasoning.text) ?? ''
    block.text += text
    block.signature += textOf(reasoning.signature) ?? ''
    block.redacted += textOf(reasoning.redactedContent) ?? ''
    return text === '' ? [] : [chunkOf({ reasoning_content: text })]
  }
  const stopBlock = ({ contentBlockIndex }: JsonObject): ChatChunk[] => {
    const block = open.get(contentBlockIndex)
    open.delete(contentBlockIndex)
    if (block?.kind === 'reasoning') {
      const thought = thoughtOf(block)
      return isSigned(thought) ? [chunkOf({ thinking_blocks: [placed(thought, { text: textLength, calls })] })] : []
    }
    return block?.kind === 'call' && !block.hasInput ? [callChunk(block.ordinal, '{}')] : []
  }
  const readEvent = (name: string | undefined, event: JsonObject): ChatChunk[] => {
    switch (name) {
      case 'messageStart':
        return begin()
      case 'contentBlockStart':
        return [...begin(), ...startBlock(event)]
      case 'contentBlockDelta':
        return [...begin(), ...readDelta(event)]
      case 'contentBlockStop':
        return stopBlock(event)
      case 'messageStop':
        isFinished = true
        return [...begin(), chunkOf({}, finishOf(event.stopReason, calls > 0))]
      case 'metadata': {
        const usage = usageOf(event.usage)
        return usage ? [{ ...head, choices: [], usage }] : []
      }
      default:
        return []
    }
  }
  return {
    push(event) {
      if (event.event === failureEvent) throw streamFailure(event.data)
      const data = parseEventData(event.data)
      return isObject(data) ? readEvent(event.event, data) : []
    },
    end() {
      if (hasBegun && !isFinished) throw incompleteResponse()
      return []
    },
  }
}
