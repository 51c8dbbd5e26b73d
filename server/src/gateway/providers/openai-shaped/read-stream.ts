import type { ChatChunk, ChatDelta, JsonObject } from '../../forms/chat.ts'
import type { PlainEvents } from '../../plain-events/plain-events.ts'
import { countOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { incompleteResponse, isDone, isEndMarker, parseEventData } from '../../translate/response/bad-response.ts'
import { createThinkingToContent } from '../../translate/text/thinking-to-content.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'
import { readFinishReason } from './finish-reason.ts'
import type { ResponseQuirks } from './quirks.ts'
import { extraIn, failureIn, usageIn } from './read-body.ts'
import { readMessageFields } from './read-message.ts'
import { readPlainChunk } from './read-plain-chunk.ts'
import { choiceExtras } from './read-response.ts'
import { createToolCallReader, type ToolCallReader } from './read-tool-calls.ts'
import { createThinkSplitter, type ThinkSplitter } from './think-tags.ts'

type ChunkChoice = ChatChunk['choices'][number]
/** The streamed output of one choice so far. */
type ChoiceState = {
  calls: ToolCallReader
  thoughts: ThinkSplitter | undefined
  hasOutput: boolean
  isFinished: boolean
}

// More choices than a request may have: a higher index is the upstream's mistake.
const choiceMax = 128

/**
 * The chunks of an upstream of the OpenAI format, with all deviations such upstreams have: missing ids, usage on any
 * chunk, no end marker, calls without an index.
 */
export function createChatDecoder(facts: ResponseContext, quirks: ResponseQuirks = {}): StreamDecoder {
  const isStrict = facts.setting?.force_format === true
  const moveThinking = facts.setting?.thinking_to_content === true ? createThinkingToContent() : undefined
  const states: ChoiceState[] = []
  let head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined
  let hasMarker = false

  const stateOf = (index: number): ChoiceState => {
    states[index] ??= {
      calls: createToolCallReader(),
      thoughts: quirks.thinkTags ? createThinkSplitter() : undefined,
      hasOutput: false,
      isFinished: false,
    }
    return states[index]
  }
  const readChoice = (raw: JsonObject): ChunkChoice | undefined => {
    const index = countOf(raw.index)
    if (index >= choiceMax) return undefined
    const state = stateOf(index)
    // An upstream that does not stream sends whole messages.
    const source = objectOf(raw.delta) ?? objectOf(raw.message) ?? {}
    const delta: ChatDelta = readMessageFields(source, !isStrict)
    if (source.role === 'assistant') delta.role = 'assistant'
    if (state.thoughts && typeof delta.content === 'string') splitThoughts(delta, state.thoughts.push(delta.content))
    const calls = state.calls.read(source, facts.id)
    if (calls.length > 0) delta.tool_calls = calls
    state.hasOutput ||= Boolean(delta.content || delta.reasoning_content || delta.refusal || calls.length > 0)
    const finish = readFinishReason(
      raw.finish_reason,
      { hasCalls: state.calls.count() > 0, hasOutput: state.hasOutput },
      quirks,
    )
    if (finish !== null) state.isFinished = true
    const extras = isStrict ? undefined : choiceExtras(raw)
    if (finish === null && !extras && isEmptyDelta(delta)) return undefined
    return { ...extras, index, delta, finish_reason: finish }
  }
  const chunkOf = (choices: ChunkChoice[]): ChatChunk => ({ ...(head ?? headOf({}, facts)), choices })

  const plain: PlainEvents = {
    /**
     * A text on a choice that had output before, and on a call that has begun. Parsing it would change nothing here.
     */
    read(bytes, at, delta, passes) {
      const end = readPlainChunk(bytes, at, delta, passes)
      const state = end === 0 ? undefined : states[delta.choice]
      if (!state) return 0
      if (delta.kind === 'sound' || delta.kind === 'transcript') return end
      if (delta.kind === 'arguments') delta.call = state.calls.ordinalOf(delta.call)
      return state.hasOutput && (delta.kind !== 'arguments' || delta.call !== -1) ? end : 0
    },
  }
  const readsEveryEvent =
    moveThinking !== undefined || [quirks.thinkTags, quirks.reshape, quirks.isLast, quirks.failureIn].some(Boolean)

  return {
    ...(!readsEveryEvent && { plain }),
    push({ data }) {
      if (isEndMarker(data)) {
        hasMarker ||= isDone(data)
        return []
      }
      const event = parseEventData(data)
      if (!isObject(event)) return []
      const failure = failureIn(event, quirks)
      if (failure) throw failure
      const body = quirks.reshape ? quirks.reshape(event) : event
      hasMarker ||= quirks.isLast?.(body) ?? false
      const rawChoices = listOf(body.choices)
      if (rawChoices.length > 0) head ??= headOf(body, facts)
      const choices: ChunkChoice[] = []
      for (const raw of rawChoices) {
        const choice = isObject(raw) ? readChoice(raw) : undefined
        if (choice) choices.push(choice)
      }
      const usage = usageIn(body, rawChoices, quirks)
      if (choices.length === 0 && !usage) return []
      const extra = isStrict ? undefined : extraIn(body, quirks)
      const chunk = chunkOf(choices)
      if (usage) chunk.usage = usage
      if (extra) chunk.extra = extra
      return [moveThinking ? moveThinking(chunk) : chunk]
    },
    end() {
      if (!hasMarker && states.some((state) => !state.isFinished)) throw incompleteResponse()
      const last: ChunkChoice[] = []
      for (const [index, state] of states.entries()) {
        if (!state) continue
        const delta: ChatDelta = {}
        if (state.thoughts) splitThoughts(delta, state.thoughts.end())
        state.hasOutput ||= Boolean(delta.content || delta.reasoning_content)
        if (state.hasOutput && !state.isFinished)
          last.push({ index, delta, finish_reason: state.calls.count() > 0 ? 'tool_calls' : 'stop' })
        else if (!isEmptyDelta(delta)) last.push({ index, delta, finish_reason: null })
      }
      if (last.length === 0) return []
      return [moveThinking ? moveThinking(chunkOf(last)) : chunkOf(last)]
    },
  }
}

const isEmptyDelta = (delta: ChatDelta): boolean => {
  for (const name in delta) if (delta[name] !== undefined) return false
  return true
}

function splitThoughts(delta: ChatDelta, { reasoning, content }: { reasoning: string; content: string }): void {
  delete delta.content
  if (content !== '') delta.content = content
  if (reasoning !== '') delta.reasoning_content = (delta.reasoning_content ?? '') + reasoning
}

/** One id, time and model for all chunks of a stream: those of the first chunk with choices. */
const headOf = (body: JsonObject, facts: ResponseContext) => ({
  id: textOf(body.id) ?? facts.id,
  created: countOf(body.created) || facts.now,
  model: textOf(body.model) ?? facts.model,
})
