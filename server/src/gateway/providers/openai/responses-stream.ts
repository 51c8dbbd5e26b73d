import type { ChatChunk, ChatDelta, FinishReason, JsonObject, ToolCallDelta } from '../../forms/chat.ts'
import type { PlainEvents } from '../../plain-events/plain-events.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { incompleteResponse, isDone, isEndMarker, parseEventData } from '../../translate/response/bad-response.ts'
import { placed } from '../../translate/response/thinking-order.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'
import { BilledItems } from './billed-items.ts'
import { openAiFailure } from './failure.ts'
import { plainResponseEvents } from './read-plain-response-event.ts'
import {
  callOf,
  failureInResponse,
  finishOf,
  headOfResponse,
  readResponse,
  sealedThought,
  toAnnotation,
  usageOfResponse,
} from './responses-output.ts'

/** A call that is being streamed. */
type StreamedCall = { ordinal: number; hasArguments: boolean }

/** The events of a response as chunks. */
export function createResponsesDecoder(facts: ResponseContext): StreamDecoder {
  const calls = new Map<unknown, StreamedCall>()
  const billed = new BilledItems()
  let head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined
  let hasOutput = false
  let isFinished = false
  let hasMarker = false
  let textLength = 0
  let thoughtKey: string | undefined // the reasoning part that is being streamed

  const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => {
    head ??= headOfResponse({}, facts)
    return { ...head, choices: [{ index: 0, delta, finish_reason }] }
  }
  const outputChunks = (delta: ChatDelta): ChatChunk[] => {
    hasOutput = true
    return [chunk(delta)]
  }
  const begin = (response: JsonObject): ChatChunk[] => {
    billed.readTools(response.tools)
    if (head) return []
    head = headOfResponse(response, facts)
    return [chunk({ role: 'assistant', content: '' })]
  }
  const thinkingChunks = (event: JsonObject, text: string): ChatChunk[] => {
    const partKey = `${event.item_id}:${event.summary_index ?? event.content_index}`
    const isNext = thoughtKey !== undefined && thoughtKey !== partKey
    thoughtKey = partKey
    return outputChunks({ reasoning_content: isNext ? `\n\n${text}` : text })
  }
  const addArguments = (event: JsonObject, text: string | undefined, isWhole: boolean): ChatChunk[] => {
    const call = calls.get(event.output_index)
    if (!call || text === undefined || (isWhole && call.hasArguments)) return []
    call.hasArguments = true
    return outputChunks({ tool_calls: [{ index: call.ordinal, function: { arguments: text } }] })
  }
  const billedChunk = (): ChatChunk => ({
    ...(head ?? headOfResponse({}, facts)),
    choices: [],
    billed: billed.soFar(),
  })
  const positionOf = ({ output_index, item_id }: JsonObject): unknown => output_index ?? item_id ?? ''
  const addItem = (event: JsonObject, isWhole: boolean): ChatChunk[] => {
    const item = objectOf(event.item)
    if (!item) return []
    const thought = isWhole && sealedThought(item)
    if (thought) return [chunk({ thinking_blocks: [placed(thought, { text: textLength, calls: calls.size })] })]
    const called = callOf(item, calls.size, facts)
    if (!called) return billed.add(item, positionOf({ item_id: item.id, ...event }), isWhole) ? [billedChunk()] : []
    const { name, arguments: text } = called.function
    // Free text is sent when it is complete: in the gateway's form it is inside JSON.
    const wholeText = isWhole ? text : undefined
    if (calls.has(event.output_index)) return addArguments(event, wholeText, true)
    const call: StreamedCall = { ordinal: calls.size, hasArguments: wholeText !== undefined }
    calls.set(event.output_index, call)
    const start: ToolCallDelta = {
      index: call.ordinal,
      id: called.id,
      type: 'function',
      function: { name, arguments: wholeText ?? '' },
    }
    return outputChunks({ tool_calls: [start] })
  }
  const finish = (response: JsonObject): ChatChunk[] => {
    isFinished = true
    const chunks = begin(response)
    // Servers that imitate the API may send the whole output in the last event.
    if (!hasOutput && Array.isArray(response.output)) {
      const { tool_calls, ...message } =
        readResponse({ ...response, status: 'completed' }, facts).choices[0]?.message ?? {}
      const callDeltas = tool_calls?.map((call, index) => ({ index, ...call }))
      chunks.push(chunk({ ...message, ...(callDeltas && { tool_calls: callDeltas }) }))
      if (callDeltas) calls.set(0, { ordinal: 0, hasArguments: true })
    }
    const usage = usageOfResponse(response)
    const last = { ...chunk({}, finishOf(response, calls.size > 0)), ...(usage && { usage }) }
    return [...chunks, billed.isEmpty ? last : { ...last, billed: billed.soFar() }]
  }

  const plain: PlainEvents = {
    /** A text on a part, or on a call, that has begun. Parsing it would change nothing here. */
    read(bytes, at, delta) {
      const end = hasOutput ? plainResponseEvents.read(bytes, at, delta) : 0
      if (end === 0 || delta.kind === 'content') return end
      if (delta.kind === 'reasoning')
        return thoughtKey !== undefined && plainResponseEvents.part() === thoughtKey ? end : 0
      const call = calls.get(delta.call)
      if (!call?.hasArguments) return 0
      delta.call = call.ordinal
      return end
    },
    see({ kind, length }) {
      if (kind === 'content') textLength += length
    },
  }

  return {
    plain,
    push({ data }) {
      if (isEndMarker(data)) {
        hasMarker ||= isDone(data)
        return []
      }
      const event = parseEventData(data)
      if (!isObject(event)) return []
      const delta = textOf(event.delta)
      const response = objectOf(event.response) ?? {}
      switch (event.type) {
        case 'response.created':
        case 'response.in_progress':
        case 'response.queued':
          return begin(response)
        case 'response.output_text.delta':
          if (delta === undefined) return []
          textLength += delta.length
          return outputChunks({ content: delta })
        case 'response.refusal.delta':
          return delta === undefined ? [] : outputChunks({ refusal: delta })
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return delta === undefined ? [] : thinkingChunks(event, delta)
        case 'response.output_text.annotation.added':
          return isObject(event.annotation) ? outputChunks({ annotations: [toAnnotation(event.annotation)] }) : []
        case 'response.output_item.added':
          return addItem(event, false)
        case 'response.output_item.done':
          return addItem(event, true)
        case 'response.image_generation_call.partial_image':
          billed.show()
          billed.add({ type: 'image_generation_call' }, positionOf(event), false)
          return [billedChunk()]
        case 'response.function_call_arguments.delta':
          return addArguments(event, delta, false)
        case 'response.function_call_arguments.done':
          return addArguments(event, textOf(event.arguments), true)
        case 'response.completed':
        case 'response.incomplete':
          return finish(response)
        case 'response.failed':
          throw failureInResponse({ ...response, status: 'failed' }) ?? openAiFailure(200, event)
        case 'error':
          throw openAiFailure(200, isObject(event.error) ? event : { error: { ...event, type: undefined } })
        default:
          return []
      }
    },
    end() {
      if (isFinished || !head) return []
      if (!hasMarker) throw incompleteResponse()
      return hasOutput ? [chunk({}, calls.size > 0 ? 'tool_calls' : 'stop')] : []
    },
  }
}
