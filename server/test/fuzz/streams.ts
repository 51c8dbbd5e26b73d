import assert from 'node:assert/strict'
import { frameMarker, markingReader } from '../../src/gateway/chat/bound-texts.ts'
import type { IncomingChat } from '../../src/gateway/chat/incoming-chat.ts'
import { Meter } from '../../src/gateway/chat/meter.ts'
import { responseSealer } from '../../src/gateway/chat/stored-responses.ts'
import { passThroughWriter, translatingWriter } from '../../src/gateway/chat/stream-writer.ts'
import { type StreamEnd, UpstreamStream } from '../../src/gateway/chat/upstream-stream.ts'
import { anthropicDialect } from '../../src/gateway/dialects/anthropic/anthropic-dialect.ts'
import type { Dialect } from '../../src/gateway/dialects/dialect.ts'
import { geminiDialect } from '../../src/gateway/dialects/gemini/gemini-dialect.ts'
import { openaiDialect } from '../../src/gateway/dialects/openai/openai-dialect.ts'
import { responsesDialect } from '../../src/gateway/dialects/responses/responses-dialect.ts'
import type { RelayCaller } from '../../src/gateway/entry/key/authenticate.ts'
import { createFrameReader, frameSource } from '../../src/gateway/forms/sse.ts'
import { EventBytes } from '../../src/gateway/plain-events/event-bytes.ts'
import { createMessageDecoder } from '../../src/gateway/providers/anthropic/message-stream.ts'
import { createDecoder as createGeminiDecoder } from '../../src/gateway/providers/gemini/response/read-stream.ts'
import { thoughtSignatures } from '../../src/gateway/providers/gemini/thought-signatures.ts'
import { openai } from '../../src/gateway/providers/openai/openai.ts'
import { createResponsesDecoder } from '../../src/gateway/providers/openai/responses-stream.ts'
import type { Provider, ResponseContext, StreamDecoder } from '../../src/gateway/providers/provider.ts'
import { createMarker } from '../../src/gateway/routing/account-mark.ts'
import type { Channel } from '../../src/gateway/routing/channel.ts'
import type { Exchange } from '../../src/outbound/exchange.ts'
import type { Sink } from '../../src/outbound/sink.ts'
import { seededRandom } from '../harness/random.ts'
import { byteOrderMark, mutated, type Random, reframed } from './mutate.ts'
import { anthropicStreams, geminiStreams, openAiStreams, responsesStreams } from './streams-of-upstreams.ts'

/** A way of a stream from an upstream's format to a client's. */
type Way = {
  dialect: Dialect
  decoder(facts: ResponseContext): StreamDecoder
  passes: boolean
  streams: readonly string[][]
  /** Members that are marked with the account, and the provider whose responses have their ids sealed. */
  bound?: readonly string[]
  keeper?: Provider
}

const openAiDecoder = (facts: ResponseContext): StreamDecoder => {
  const decoder = openai.chat?.stream(facts)
  assert.ok(decoder)
  return decoder
}
const geminiDecoder = (facts: ResponseContext): StreamDecoder => createGeminiDecoder(facts, true)

export const ways: readonly Way[] = [
  { dialect: openaiDialect, decoder: openAiDecoder, passes: true, streams: openAiStreams },
  { dialect: anthropicDialect, decoder: createMessageDecoder, passes: true, streams: anthropicStreams },
  { dialect: openaiDialect, decoder: createMessageDecoder, passes: false, streams: anthropicStreams },
  { dialect: openaiDialect, decoder: openAiDecoder, passes: false, streams: openAiStreams },
  { dialect: anthropicDialect, decoder: openAiDecoder, passes: false, streams: openAiStreams },
  {
    dialect: geminiDialect,
    decoder: geminiDecoder,
    passes: true,
    streams: geminiStreams,
    bound: thoughtSignatures.members,
  },
  { dialect: openaiDialect, decoder: createGeminiDecoder, passes: false, streams: geminiStreams },
  {
    dialect: responsesDialect,
    decoder: createResponsesDecoder,
    passes: true,
    streams: responsesStreams,
    bound: ['encrypted_content'],
    keeper: openai,
  },
  { dialect: openaiDialect, decoder: openAiDecoder, passes: false, streams: responsesStreams },
]

const facts: ResponseContext = { id: 'call', now: 1, model: 'model' }

/** What became of a stream: for the client, and for the books. */
type Outcome = { sent: string; end: unknown; books: unknown }

type Reading = {
  isPlain: boolean
  pieces: Buffer[]
  wantsUsage: boolean
  /** The client leaves before the stream has ended. */
  isLeft: boolean
  covers(): boolean
}

async function outcomeOf(
  way: Way,
  { isPlain, pieces, wantsUsage, isLeft, covers }: Reading,
): Promise<Outcome & { plain: number }> {
  const { dialect, passes } = way
  const choices = 1
  const body = wantsUsage ? { stream_options: { include_usage: true } } : {}
  const call = {
    dialect,
    body,
    wantsUsage,
    sse: true,
    isStream: true,
    choices,
    model: 'model',
  } as unknown as IncomingChat
  const meter = new Meter(choices)
  let plain = 0
  const seePlain = meter.seePlain.bind(meter)
  meter.seePlain = (...seen) => {
    plain++
    seePlain(...seen)
  }
  const sinks: Sink[] = []
  const exchange: Exchange = {
    status: 200,
    headers: {},
    pipe: (sink) => void sinks.push(sink),
    resume() {},
    abort() {},
  }
  const requestFacts = { ...facts, body, promptEstimate: 3, sse: true }
  const mark = way.bound && createMarker(way.bound, 'tp0123456789')
  const sealer = way.keeper && responseSealer({ ...call, previous }, channel, way.keeper, { user_id: 1 } as RelayCaller)
  const writer = passes
    ? passThroughWriter(call, meter, facts, { sealer, mark })
    : translatingWriter(call, meter, requestFacts)
  const frames = createFrameReader(1_000_000)
  const source = isPlain
    ? new EventBytes(1_000_000, mark && frameMarker(mark))
    : frameSource(mark ? markingReader(frames, mark) : frames)
  const stream = new UpstreamStream({ exchange, source, decoder: way.decoder(facts), meter, ...writer })
  const sent: (Buffer | string)[] = []
  let isAttached = false
  let hasStarted = false
  void stream.started.then(
    () => {
      hasStarted = true
    },
    () => {},
  )
  const attach = () => {
    isAttached = true
    stream.attach({ write: (data) => sent.push(data) > 0, isCovered: covers })
  }
  const [sink] = sinks
  for (const [index, piece] of pieces.entries()) {
    sink?.data(piece)
    if (isAttached) stream.resume()
    else if (index < 40) await null
    if (hasStarted && !isAttached) attach()
  }
  if (isLeft) {
    await null
    if (hasStarted && !isAttached) attach()
    stream.abandon()
  } else sink?.end()
  await null
  if (!isAttached) attach()
  const ended = await endOf(stream)
  if (ended.reason === 'done') sent.push(...stream.takeTail({ ...noCounts, input: 1, output: 1 }))
  const { usage, billed, hasOutput, isFinished, finishReason, bytes, text, toolCalls, audioTokens, imageTokens } = meter
  const seen = { billed, bytes, text, toolCalls, audioTokens, imageTokens }
  const books = { usage, hasOutput, isFinished, finishReason, ...seen }
  const end =
    ended.reason === 'failed' ? { ...ended, failure: { ...ended.failure, message: ended.failure.message } } : ended
  const whole = Buffer.concat(sent.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)))
  return { sent: passes ? whole.toString('latin1') : reprinted(whole.toString('utf8')), end, books, plain }
}

const previous = { id: 'resp_0', sealed: 'resp_sealed' }
const channel = { id: 1, sign: (text: string) => `sign of ${text}` } as unknown as Channel

const noCounts = {
  cache_read: 0,
  cache_write_5m: 0,
  cache_write_1h: 0,
  image_input: 0,
  audio_input: 0,
  reasoning: 0,
  audio_output: 0,
}

/** Events that wait for the hold are sent when the stream is resumed. */
async function endOf(stream: UpstreamStream): Promise<StreamEnd> {
  let end: StreamEnd | undefined
  void stream.ended.then((ended) => {
    end = ended
  })
  for (let turn = 0; turn < turnsMax; turn++) {
    await null
    if (end) return end
    stream.resume()
  }
  throw new Error('the stream does not end')
}
const turnsMax = 10_000

/** JSON may write one text in several ways: a translation keeps the upstream's. */
const reprinted = (text: string): string =>
  text.replaceAll(/^data: (\{.*\})$/gm, (_, json: string) => `data: ${JSON.stringify(JSON.parse(json))}`)

/**
 * Reads a stream once by parsing every event and once as the gateway does, cut into these pieces, and throws where
 * the two differ. Returns how many events were read without a parse.
 */
export async function compare(way: Way, bytes: Buffer, pieces: Buffer[], random: Random): Promise<number> {
  const wantsUsage = random(2) === 0
  const isLeft = random(8) === 0
  const sent = { wantsUsage, isLeft }
  const parsed = await outcomeOf(way, { ...sent, isPlain: false, pieces: [bytes], covers: () => true })
  const waits = !isLeft && random(4) === 0
  const covers = () => !waits || random(3) > 0
  const read = await outcomeOf(way, { ...sent, isPlain: true, pieces, covers })
  assert.deepEqual(
    { ...read, plain: 0 },
    { ...parsed, plain: 0 },
    `${way.dialect.name}: ${JSON.stringify(bytes.toString('latin1'))}`,
  )
  return read.plain
}

/** Throws unless the stream means the same with a byte-order mark before it and with these line ends. */
export async function compareFraming(way: Way, stream: string, lineEnd: () => string, random: Random): Promise<number> {
  const bytes = Buffer.concat([byteOrderMark, Buffer.from(reframed(stream, lineEnd))])
  const reading = { isPlain: false, wantsUsage: true, isLeft: false, covers: () => true }
  const { end, books } = await outcomeOf(way, { ...reading, pieces: [Buffer.from(stream)] })
  const framed = await outcomeOf(way, { ...reading, pieces: [bytes] })
  assert.deepEqual({ end: framed.end, books: framed.books }, { end, books }, JSON.stringify(bytes.toString('latin1')))
  return (await compare(way, bytes, [bytes], random)) + (await compare(way, bytes, everyByte(bytes), random))
}

export function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.toSorted((a, b) => a - b), bytes.length]
  return ends
    .map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end))
    .filter(({ length }) => length > 0)
}

const everyByte = (bytes: Buffer): Buffer[] => Array.from(bytes, (_, index) => bytes.subarray(index, index + 1))

/** Compares `count` changed streams: cut at every byte, at one or two, or nowhere. */
export async function fuzzStreams(count: number, seed: number): Promise<{ plain: number }> {
  const random = seededRandom(seed).below
  let plain = 0
  for (let run = 0; run < count; run++) {
    const way = ways[run % ways.length] as Way
    const stream = way.streams[random(way.streams.length)] ?? []
    const bytes = mutated(stream, random)
    plain += await compare(way, bytes, cut(bytes, random), random)
  }
  return { plain }
}

function cut(bytes: Buffer, random: Random): Buffer[] {
  const kind = random(16)
  if (kind === 0) return everyByte(bytes)
  return kind < 4 ? [bytes] : cutAt(bytes, [random(bytes.length), random(bytes.length)])
}
