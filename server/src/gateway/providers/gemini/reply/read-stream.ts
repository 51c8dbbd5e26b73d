import { noUsage, type Usage } from '../../../../domain/pricing/usage.ts'
import type { ChatChunk, ChatDelta, FinishReason, JsonObject } from '../../../forms/chat.ts'
import { parseEventData } from '../../../translate/answer/bad-response.ts'
import { countOf, isObject, listOf, textOf } from '../../../translate/json/json-values.ts'
import { extraOfSignature } from '../../../translate/tools/google-signature.ts'
import { callId } from '../../../translate/tools/ids.ts'
import type { ReplyFacts, StreamDecoder } from '../../provider.ts'
import { brokenOff, emptyAnswer, geminiFailure, modelFault, promptBlocked } from '../failure.ts'
import { nameReader } from '../request/function-names.ts'
import { finishReasonOf, isFault } from './finish-reason.ts'
import { groundingOf } from './grounding.ts'
import { readParts, type Said } from './read-parts.ts'
import { blockReasonIn, headOf } from './read-reply.ts'
import { usageOfGemini } from './usage.ts'

/** What has been heard of one candidate. */
type Heard = {
  index: number
  calls: number
  anything: boolean
  reason: string | undefined
  isEnded: boolean
  cited: Set<unknown>
  searches: number
}

// More answers than anyone may ask for: a higher number is a mistake of the upstream's.
const candidatesMax = 128

/**
 * Reads one streamed answer of Google's. Every frame holds what is new of the answer and the counts so far.
 *
 * For a client of Google's own (`isNative`) the frames pass as they are and this only watches: it tells of an end when it
 * is said, and takes nothing for a failure that such a client can read itself. Otherwise the end waits for the end of the
 * stream, since a frame after the last reason may still bring words or counts.
 */
export function createDecoder(about: ReplyFacts, isNative = false): StreamDecoder {
  const heard = new Map<number, Heard>()
  const nameOf = nameReader(about.functions)
  let head: ReturnType<typeof headOf> | undefined
  let calls = 0
  let pictures = 0
  let isBlocked = false
  let usage: Usage | undefined

  const say = (index: number, delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
    ...(head ?? headOf({}, about)),
    choices: [{ index, delta, finish_reason }],
  })
  const hear = (index: number): Heard => {
    const known = heard.get(index)
    if (known) return known
    const state = {
      index,
      calls: 0,
      anything: false,
      reason: undefined,
      isEnded: false,
      cited: new Set<unknown>(),
      searches: 0,
    }
    heard.set(index, state)
    return state
  }
  const finish = (state: Heard, chunks: ChatChunk[]) => {
    if (state.isEnded) return
    state.isEnded = true
    if (!state.anything) chunks.push(say(state.index, { role: 'assistant', content: '' }))
    const produced = { calls: state.calls > 0, anything: state.anything }
    const reason = isBlocked && state.reason === undefined ? 'content_filter' : finishReasonOf(state.reason, produced)
    chunks.push(say(state.index, {}, reason))
  }

  const deltaOf = (said: Said, state: Heard): ChatDelta => {
    if (said.kind === 'reasoning') return { reasoning_content: said.text }
    if (said.kind === 'audio') return { audio: { data: said.data } }
    if (said.kind === 'content') {
      if (said.isPicture) pictures++
      return { content: said.text, ...extraOfSignature(said.signature) }
    }
    const id = said.id ?? callId(about.id, calls)
    calls++
    const called = { name: nameOf(said.name), arguments: said.arguments }
    return {
      tool_calls: [
        { index: state.calls++, id, type: 'function', function: called, ...extraOfSignature(said.signature) },
      ],
    }
  }
  const readCandidate = (candidate: JsonObject, ordinal: number, chunks: ChatChunk[]) => {
    const index = candidate.index === undefined ? ordinal : countOf(candidate.index)
    if (index >= candidatesMax) return
    const state = hear(index)
    for (const said of readParts(candidate)) {
      if (!state.anything) chunks.push(say(index, { role: 'assistant', content: '' }))
      state.anything = true
      chunks.push(say(index, deltaOf(said, state)))
    }
    if (candidate.groundingMetadata !== undefined) readGrounding(candidate, state, chunks)
    const reason = textOf(candidate.finishReason)
    if (reason === undefined) return
    if (isFault(reason) && !state.anything && !isNative) throw modelFault(reason)
    state.reason = reason
    if (isNative) finish(state, chunks)
  }
  /** Frames repeat what was found before. */
  const readGrounding = (candidate: JsonObject, state: Heard, chunks: ChatChunk[]) => {
    const { annotations, searches } = groundingOf(candidate)
    state.searches = Math.max(state.searches, searches)
    const fresh = annotations.filter(({ url_citation }) => {
      const url = isObject(url_citation) ? url_citation.url : undefined
      return !state.cited.has(url) && state.cited.add(url)
    })
    if (fresh.length > 0 && state.anything) chunks.push(say(state.index, { annotations: fresh }))
  }
  const readBlock = (chunks: ChatChunk[], reason: string) => {
    const hasBegun = heard.values().some(({ anything }) => anything)
    if (!hasBegun && !isNative) throw promptBlocked(reason)
    isBlocked = true
    if (!isNative) return
    usage ??= { ...noUsage }
    finish(hear(0), chunks)
  }
  /** Counts are told with the answer: before it has begun another channel may still be asked. */
  const readUsage = (body: JsonObject, chunks: ChatChunk[]) => {
    const states = [...heard.values()]
    const isOver = states.length > 0 && states.every(({ reason }) => reason !== undefined)
    if (body.usageMetadata !== undefined || isOver) {
      const searches = states.reduce((sum, state) => sum + state.searches, 0)
      usage = usageOfGemini(body.usageMetadata, { searches, picturesSoFar: isOver ? 0 : pictures }) ?? usage
    }
    const isTold = states.some(({ anything, reason }) => anything || reason !== undefined) || isBlocked
    if (!usage || !isTold) return
    const last = chunks.at(-1)
    if (last) last.usage = usage
    else chunks.push({ ...(head ?? headOf({}, about)), choices: [], usage })
    usage = undefined
  }

  return {
    push({ data }) {
      if (data === '' || data.startsWith('[DONE]')) return []
      const body = parseEventData(data)
      if (!isObject(body)) return []
      if (body.error !== undefined && body.error !== null) throw geminiFailure(200, body)
      const candidates = listOf(body.candidates)
      if (candidates.length > 0) head ??= headOf(body, about)
      const chunks: ChatChunk[] = []
      for (const [ordinal, candidate] of candidates.entries())
        if (isObject(candidate)) readCandidate(candidate, ordinal, chunks)
      const reason = blockReasonIn(body)
      if (reason !== undefined && candidates.length === 0) readBlock(chunks, reason)
      readUsage(body, chunks)
      return chunks
    },
    end() {
      if (heard.size === 0) throw emptyAnswer()
      const chunks: ChatChunk[] = []
      for (const state of heard.values()) {
        // Calls arrive whole, so an answer that has some can be used although nobody said that it ended.
        if (state.reason === undefined && state.calls === 0 && !isBlocked) throw brokenOff()
        finish(state, chunks)
      }
      return chunks
    },
  }
}
