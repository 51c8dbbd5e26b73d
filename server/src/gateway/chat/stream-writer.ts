import type { Usage } from '../../domain/pricing/usage.ts'
import type { Exchange } from '../../outbound/exchange.ts'
import type { AskFacts, ClientError } from '../dialects/dialect.ts'
import type { ChatChunk } from '../forms/chat.ts'
import { createFrameReader, createLineReader, dataEvent, type Frame } from '../forms/sse.ts'
import type { ReplyFacts } from '../providers/provider.ts'
import { openAiUsage } from '../translate/answer/openai-usage.ts'
import { isObject } from '../translate/json/json-values.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { Conversation } from './conversation.ts'
import type { Meter } from './meter.ts'
import { type Emit, UpstreamStream } from './upstream-stream.ts'

type Opening = {
  answer: Exchange
  conversation: Conversation
  ask: ChatAsk
  about: ReplyFacts
  facts: AskFacts
  meter: Meter
  /** The longest single event that is read; a picture may need more than the usual. */
  eventMax: number
}

/** Waits for the first thing worth showing; throws UpstreamFailure when the stream begins with a failure or with nothing. */
export async function openStream(opening: Opening): Promise<UpstreamStream> {
  const { answer, conversation, ask, about, facts, meter, eventMax } = opening
  const reader = conversation.framing === 'lines' ? createLineReader(eventMax) : createFrameReader(eventMax)
  const decoder = conversation.stream(about)
  const writer = conversation.passesBytes ? passing(ask, meter, about) : translating(ask, meter, facts)
  const stream = new UpstreamStream({ exchange: answer, reader, decoder, meter, ...writer })
  await stream.started
  return stream
}

/** How an answer is written: piece by piece, then its end with what it used, or the failure that took the end's place. */
type StreamWriter = { emit: Emit; finish(usage: Usage): string; fail(error: ClientError): string }

function translating(ask: ChatAsk, meter: Meter, facts: AskFacts): StreamWriter {
  const encoder = ask.dialect.stream(facts)
  let last: ChatChunk | undefined
  return {
    emit: (_, chunks) => {
      let text = ''
      for (const chunk of chunks) text += encoder.push(chunk)
      last = chunks.at(-1) ?? last
      return text
    },
    finish(usage) {
      const { id, created, model } = last ?? { id: facts.id, created: facts.now, model: facts.model }
      const told = meter.usage ? '' : encoder.push({ id, created, model, choices: [], usage })
      return told + encoder.end()
    },
    fail: (error) => encoder.fail?.(error) ?? ask.dialect.streamError(error),
  }
}

/** Same dialect on both ends: the bytes go as they came, but for the usage an OpenAI client did not ask to see. */
function passing(ask: ChatAsk, meter: Meter, about: ReplyFacts): StreamWriter {
  if (!ask.sse) return asList(ask)
  const fail = (error: ClientError) => ask.dialect.streamError(error)
  if (ask.dialect.name !== 'openai' && ask.dialect.name !== 'completions')
    return { emit: ({ raw }) => raw, finish: () => '', fail }
  const object = ask.dialect.name === 'openai' ? 'chat.completion.chunk' : 'text_completion'
  let last: ChatChunk | undefined
  let hasMarker = false
  let hasUsage = false
  const emit: Emit = (frame, chunks) => {
    last = chunks.at(-1) ?? last
    if (frame.event?.data === '[DONE]') {
      hasMarker = true
      return undefined // the marker is written by us, once, at the very end
    }
    if (!frame.event?.data.includes('"usage"')) return frame.raw
    hasUsage ||= chunks.some((chunk) => chunk.usage !== undefined)
    return ask.wantsUsage ? frame.raw : withoutUsage(frame)
  }
  const finish = (usage: Usage) => {
    const told = ask.wantsUsage && !hasUsage ? usageChunk(object, last, openAiUsage(usage), about) : ''
    return hasMarker || meter.isFinished ? `${told}${dataEvent('[DONE]')}` : told
  }
  return { emit, finish, fail }
}

/** Upstream events as one JSON list, for Gemini clients that did not ask for events. */
function asList(ask: ChatAsk): StreamWriter {
  let isFirst = true
  return {
    emit: ({ event }) => {
      if (!event) return undefined
      const text = `${isFirst ? '[' : ',\n'}${event.data}`
      isFirst = false
      return text
    },
    finish: () => (isFirst ? '[]' : ']'),
    // A list that failed half way is still a list, and its last member says why.
    fail: (error) => `${isFirst ? '[' : ',\n'}${JSON.stringify(ask.dialect.error(error))}]`,
  }
}

function withoutUsage({ raw, event }: Frame): Buffer | string | undefined {
  const chunk: unknown = event && JSON.parse(event.data)
  if (!isObject(chunk) || !isObject(chunk.usage)) return raw
  if (Array.isArray(chunk.choices) && chunk.choices.length === 0) return undefined
  const { usage: _, ...rest } = chunk
  return dataEvent(JSON.stringify(rest))
}

const usageChunk = (object: string, last: ChatChunk | undefined, usage: object, { id, now, model }: ReplyFacts) =>
  dataEvent(
    JSON.stringify({
      id: last?.id ?? id,
      object,
      created: last?.created ?? now,
      model: last?.model ?? model,
      choices: [],
      usage,
    }),
  )
