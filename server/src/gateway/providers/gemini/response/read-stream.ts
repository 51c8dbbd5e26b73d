import { noUsage, type Usage } from '../../../../domain/money/pricing/usage.ts'
import type { BilledTools, ChatChunk, ChatDelta, FinishReason, JsonObject } from '../../../forms/chat.ts'
import type { PlainEvents } from '../../../plain-events/plain-events.ts'
import { countOf, isObject, listOf, textOf } from '../../../translate/json/json-values.ts'
import { incompleteResponse, parseEventData } from '../../../translate/response/bad-response.ts'
import { extraOfSignature } from '../../../translate/tools/google-signature.ts'
import { callId } from '../../../translate/tools/ids.ts'
import type { ResponseContext, StreamDecoder } from '../../provider.ts'
import { emptyResponse, geminiFailure, modelFault, promptBlocked } from '../failure.ts'
import { nameReader } from '../request/function-names.ts'
import { finishReasonOf, isFault } from './finish-reason.ts'
import { groundingOf } from './grounding.ts'
import { type ResponsePart, readParts } from './read-parts.ts'
import { readPlainFrame } from './read-plain-frame.ts'
import { blockReasonIn, headOf } from './read-response.ts'
import { usageOfGemini } from './usage.ts'

/** The streamed output of one candidate so far. */
type CandidateState = {
  index: number
  calls: number
  hasOutput: boolean
  reason: string | undefined
  isEnded: boolean
  cited: Set<unknown>
  searches: number
}

// More candidates than a request may have: a higher index is the upstream's mistake.
const candidatesMax = 128

/**
 * Reads one streamed response from Google. Every frame has the new parts and the counts so far. For a Gemini client
 * (`isNative`) the frames pass unchanged and are only metered: a candidate ends with its finish reason, and an error
 * the client can read itself is no failure. Otherwise a candidate ends with the stream, since a frame after the finish
 * reason may still have parts or counts.
 */
export function createDecoder(facts: ResponseContext, isNative = false): StreamDecoder {
  const states = new Map<number, CandidateState>()
  const nameOf = nameReader(facts.functions)
  let head: ReturnType<typeof headOf> | undefined
  let calls = 0
  let images = 0
  let isBlocked = false
  let usage: Usage | undefined
  /** The counts of the last unparsed frame. Each frame counts everything before it. */
  let plainCounts: string | undefined

  const chunkOf = (index: number, delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
    ...(head ?? headOf({}, facts)),
    choices: [{ index, delta, finish_reason }],
  })
  const stateOf = (index: number): CandidateState => {
    const known = states.get(index)
    if (known) return known
    const state = {
      index,
      calls: 0,
      hasOutput: false,
      reason: undefined,
      isEnded: false,
      cited: new Set<unknown>(),
      searches: 0,
    }
    states.set(index, state)
    return state
  }
  const finish = (state: CandidateState, chunks: ChatChunk[]) => {
    if (state.isEnded) return
    state.isEnded = true
    if (!state.hasOutput) chunks.push(chunkOf(state.index, { role: 'assistant', content: '' }))
    const produced = { hasCalls: state.calls > 0, hasOutput: state.hasOutput }
    const reason = isBlocked && state.reason === undefined ? 'content_filter' : finishReasonOf(state.reason, produced)
    chunks.push(chunkOf(state.index, {}, reason))
  }

  const deltaOf = (part: ResponsePart, state: CandidateState): ChatDelta => {
    if (part.kind === 'reasoning') return { reasoning_content: part.text }
    if (part.kind === 'audio') return { audio: { data: part.data } }
    if (part.kind === 'content') {
      if (part.isImage) images++
      return { content: part.text, ...extraOfSignature(part.signature) }
    }
    const id = part.id ?? callId(facts.id, calls)
    calls++
    const called = { name: nameOf(part.name), arguments: part.arguments }
    return {
      tool_calls: [
        { index: state.calls++, id, type: 'function', function: called, ...extraOfSignature(part.signature) },
      ],
    }
  }
  const readCandidate = (candidate: JsonObject, ordinal: number, chunks: ChatChunk[]) => {
    const index = candidate.index === undefined ? ordinal : countOf(candidate.index)
    if (index >= candidatesMax) return
    const state = stateOf(index)
    for (const part of readParts(candidate)) {
      // An empty part signs the text before it; behind a call there is no text to sign.
      if (part.kind === 'content' && part.text === '' && (!state.hasOutput || state.calls > 0)) continue
      if (!state.hasOutput) chunks.push(chunkOf(index, { role: 'assistant', content: '' }))
      state.hasOutput = true
      const chunk = chunkOf(index, deltaOf(part, state))
      chunks.push(part.kind === 'content' && part.isImage ? { ...chunk, isPicture: true } : chunk)
    }
    if (candidate.groundingMetadata !== undefined) readGrounding(candidate, state, chunks)
    const reason = textOf(candidate.finishReason)
    if (reason === undefined) return
    if (isFault(reason) && !state.hasOutput && !isNative) throw modelFault(reason)
    state.reason = reason
    if (isNative) finish(state, chunks)
  }
  /** Frames repeat the sources of earlier frames. */
  const readGrounding = (candidate: JsonObject, state: CandidateState, chunks: ChatChunk[]) => {
    const { annotations, searches } = groundingOf(candidate)
    const hasMore = searches > state.searches
    if (hasMore) state.searches = searches
    const fresh = annotations.filter(({ url_citation }) => {
      const url = isObject(url_citation) ? url_citation.url : undefined
      return !state.cited.has(url) && state.cited.add(url)
    })
    if (fresh.length > 0 && state.hasOutput) chunks.push(chunkOf(state.index, { annotations: fresh }))
    if (hasMore) chunks.push({ ...(head ?? headOf({}, facts)), choices: [], billed: searchesSoFar() })
  }
  const readBlock = (chunks: ChatChunk[], reason: string) => {
    const hasBegun = states.values().some(({ hasOutput }) => hasOutput)
    if (!hasBegun && !isNative) throw promptBlocked(reason)
    isBlocked = true
    if (!isNative) return
    usage ??= { ...noUsage }
    finish(stateOf(0), chunks)
  }
  const searches = () => states.values().reduce((sum, state) => sum + state.searches, 0)
  const searchesSoFar = (): BilledTools => ({
    done: [{ name: 'google_search', count: searches() }],
    running: [],
    isShown: false,
  })
  /** Usage is sent with the first output: before that, the request may be retried on another channel. */
  const readUsage = (body: JsonObject, chunks: ChatChunk[]) => {
    const candidates = [...states.values()]
    const isOver = candidates.length > 0 && candidates.every(({ reason }) => reason !== undefined)
    if (body.usageMetadata !== undefined || isOver) {
      usage = usageOfGemini(body.usageMetadata, { searches: searches(), imagesSoFar: isOver ? 0 : images }) ?? usage
    }
    const isReportable = candidates.some(({ hasOutput, reason }) => hasOutput || reason !== undefined) || isBlocked
    if (!usage || !isReportable) return
    const last = chunks.at(-1)
    if (last) last.usage = usage
    else chunks.push({ ...(head ?? headOf({}, facts)), choices: [], usage })
    usage = undefined
  }

  const plain: PlainEvents = {
    /** A text of a candidate that has begun and not ended. Parsing it would change nothing here but the counts. */
    read(bytes, at, delta) {
      const end = readPlainFrame(bytes, at, delta)
      const state = end === 0 ? undefined : states.get(delta.choice)
      return state?.hasOutput && state.reason === undefined ? end : 0
    },
    see({ countsStart, countsEnd }, bytes) {
      if (countsEnd > 0) plainCounts = bytes.toString('utf8', countsStart, countsEnd)
    },
    usage() {
      if (plainCounts === undefined) return undefined
      const counts: unknown = JSON.parse(plainCounts)
      plainCounts = undefined
      const used = usageOfGemini(counts, { searches: searches(), imagesSoFar: images })
      return used && { ...(head ?? headOf({}, facts)), choices: [], usage: used }
    },
  }

  return {
    plain,
    push({ data }) {
      if (data === '' || data.startsWith('[DONE]')) return []
      const body = parseEventData(data)
      if (!isObject(body)) return []
      if (body.error !== undefined && body.error !== null) throw geminiFailure(200, body)
      const candidates = listOf(body.candidates)
      if (candidates.length > 0) head ??= headOf(body, facts)
      const chunks: ChatChunk[] = []
      for (const [ordinal, candidate] of candidates.entries())
        if (isObject(candidate)) readCandidate(candidate, ordinal, chunks)
      const reason = blockReasonIn(body)
      if (reason !== undefined && candidates.length === 0) readBlock(chunks, reason)
      readUsage(body, chunks)
      return chunks
    },
    end() {
      if (states.size === 0) throw emptyResponse()
      const chunks: ChatChunk[] = []
      for (const state of states.values()) {
        // Calls arrive whole, so a response with calls is usable without a finish reason.
        if (state.reason === undefined && state.calls === 0 && !isBlocked) throw incompleteResponse()
        finish(state, chunks)
      }
      return chunks
    },
  }
}
