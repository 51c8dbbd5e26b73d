import type { ChatChunk } from '../forms/chat.ts'
import { createFrameReader } from '../forms/sse.ts'
import type { ChatOperation, ResponseContext, StreamDecoder, Target } from './provider.ts'

/** The context of a call for the model `client-model`. */
export const responseContext: ResponseContext = { id: 'req_1', now: 0, model: 'client-model' }

/** A channel's target, with defaults for the fields that the test does not set. */
export const testTarget = (fields: Pick<Target, 'type'> & Partial<Target>): Target => ({
  key: 'k',
  base_url: 'https://upstream.example',
  other: '',
  openai_organization: '',
  model: 'm',
  setting: {},
  ...fields,
})

export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a value is required')
  return value
}

/** The chunks of a stream of events, each the data of one event as text or as JSON. */
export function chunksOfEvents(decoder: StreamDecoder | undefined, events: readonly unknown[]): ChatChunk[] {
  if (!decoder) throw new Error('the provider has no stream decoder')
  const dataOf = (event: unknown) => (typeof event === 'string' ? event : JSON.stringify(event))
  return [...events.flatMap((event) => decoder.push({ data: dataOf(event) })), ...decoder.end()]
}

/** The chunks of a stream that arrives in pieces of `size` bytes. */
export function chunksOfStream(
  { frames = createFrameReader, stream }: Pick<ChatOperation, 'frames' | 'stream'>,
  bytes: Buffer,
  context: ResponseContext,
  size = bytes.length,
): ChatChunk[] {
  const reader = frames(1024 * 1024)
  const decoder = stream(context)
  const chunks: ChatChunk[] = []
  const read = (part: ReturnType<typeof reader.push>) => {
    for (const { event } of part) if (event) chunks.push(...decoder.push(event))
  }
  for (let at = 0; at < bytes.length; at += size) read(reader.push(bytes.subarray(at, at + size)))
  read(reader.end())
  return [...chunks, ...decoder.end()]
}
