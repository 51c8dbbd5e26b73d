import type { Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, FinishReason, JsonObject, ToolCallDelta } from '../../forms/chat.ts'
import { dataEvent } from '../../forms/sse.ts'
import { bareId, callId } from '../../translate/tools/ids.ts'
import type { RequestContext, StreamEncoder } from '../dialect.ts'
import { errorBody } from './error-body.ts'
import { usageMetadata } from './usage-metadata.ts'
import { callPart, candidateOf, finishReasonFor, textParts, thoughtParts } from './write-parts.ts'

/** A call whose arguments are still being streamed. */
type OpenCall = { id: string; name: string; text: string; extra: JsonObject | undefined }
type ChoiceState = { calls: Map<number, OpenCall>; current: number | undefined; finish: FinishReason | undefined }

/**
 * A stream for a Gemini client: a frame for each piece of text, calls only when they are complete, and a last frame
 * with finish reason and usage. Frames are events, or the items of one JSON list.
 */
export function createStreamEncoder(facts: RequestContext): StreamEncoder {
  const framing = createFraming(facts.sse === true)
  const choices = new Map<number, ChoiceState>()
  let head: Pick<ChatChunk, 'id' | 'model'> = facts
  let hasHead = false
  let usage: Usage | undefined

  const frame = (candidates: JsonObject[], counts?: Usage): string =>
    framing.frame({
      candidates,
      ...(counts && { usageMetadata: usageMetadata(counts) }),
      modelVersion: head.model,
      responseId: bareId(head.id),
    })
  const choiceOf = (index: number): ChoiceState => {
    const choice = choices.get(index) ?? { calls: new Map(), current: undefined, finish: undefined }
    choices.set(index, choice)
    return choice
  }
  const framesOf = (index: number, parts: JsonObject[]): string =>
    parts.map((part) => frame([candidateOf(index, [part])])).join('')

  /** A call is complete when another part begins after it; with parallel calls an incomplete one waits for the end. */
  const flush = (index: number, choice: ChoiceState, isEnd: boolean): string => {
    let text = ''
    for (const [ordinal, call] of choice.calls) {
      if (!isEnd && !isWhole(call.text)) continue
      choice.calls.delete(ordinal)
      const { id, name, text: args, extra } = call
      text += framesOf(index, [callPart({ id, function: { name, arguments: args }, extra_content: extra })])
    }
    choice.current = undefined
    return text
  }
  const pushCall = (index: number, choice: ChoiceState, delta: ToolCallDelta): string => {
    const text = choice.current !== undefined && choice.current !== delta.index ? flush(index, choice, false) : ''
    choice.current = delta.index
    const call = choice.calls.get(delta.index) ?? { id: '', name: '', text: '', extra: undefined }
    call.id ||= delta.id ?? callId(facts.id, delta.index)
    call.name ||= delta.function?.name ?? ''
    call.text += delta.function?.arguments ?? ''
    call.extra ??= delta.extra_content
    choice.calls.set(delta.index, call)
    return text
  }

  return {
    push(chunk) {
      if (!hasHead && chunk.choices.length > 0) {
        head = { id: chunk.id, model: chunk.model }
        hasHead = true
      }
      if (chunk.usage) usage = chunk.usage
      let text = ''
      for (const { index, delta, finish_reason } of chunk.choices) {
        const choice = choiceOf(index)
        const parts = [
          ...thoughtParts(delta.reasoning_content),
          ...textParts(delta.content),
          ...textParts(delta.refusal),
        ]
        if (parts.length > 0) text += flush(index, choice, false) + framesOf(index, parts)
        for (const call of delta.tool_calls ?? []) text += pushCall(index, choice, call)
        if (finish_reason === null) continue
        choice.finish = finish_reason
        text += flush(index, choice, true)
      }
      return text
    },
    end() {
      let text = ''
      for (const [index, choice] of choices) text += flush(index, choice, true)
      const last = [...choices].map(([index, { finish }]) =>
        candidateOf(index, [], finish === undefined ? undefined : finishReasonFor(finish)),
      )
      return text + frame(last, usage) + framing.end()
    },
    fail: (error) => framing.frame(errorBody(error)) + framing.end(),
  }
}

/** Arguments that can be parsed are complete: no proper prefix of a JSON object is valid JSON. */
function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Framing = { frame(body: JsonObject): string; end(): string }

function createFraming(isSse: boolean): Framing {
  if (isSse) return { frame: (body) => dataEvent(JSON.stringify(body)), end: () => '' }
  let hasBegun = false
  const begin = (): string => {
    const opening = hasBegun ? ',\n' : '['
    hasBegun = true
    return opening
  }
  return { frame: (body) => begin() + JSON.stringify(body), end: () => (hasBegun ? ']' : '[]') }
}
