import type { Exchange } from '../../outbound/exchange.ts'
import type { RequestContext } from '../dialects/dialect.ts'
import { createFrameReader, type FrameReader, frameSource } from '../forms/sse.ts'
import { EventBytes } from '../plain-events/event-bytes.ts'
import type { ResponseContext } from '../providers/provider.ts'
import { frameMarker, markingReader } from './bound-texts.ts'
import type { Conversation } from './conversation.ts'
import type { IncomingChat } from './incoming-chat.ts'
import type { Meter } from './meter.ts'
import type { ResponseSealer } from './stored-responses.ts'
import { passThroughWriter, translatingWriter } from './stream-writer.ts'
import { UpstreamStream } from './upstream-stream.ts'

type Opening = {
  response: Exchange
  conversation: Conversation
  incoming: IncomingChat
  responseContext: ResponseContext
  requestContext: RequestContext
  meter: Meter
  sealer: ResponseSealer | undefined
  mark: ((bytes: Buffer) => Buffer) | undefined
  /** The longest event that is read; an image may need more than the default. */
  eventMax: number
}

/** Waits for the first output of a stream. Throws UpstreamFailure when the stream begins with a failure or is empty. */
export async function openStream(opening: Opening): Promise<UpstreamStream> {
  const { response, conversation, incoming, responseContext, requestContext, meter, sealer, mark, eventMax } = opening
  const decoder = conversation.stream(responseContext)
  const writer = conversation.passesBytes
    ? passThroughWriter(incoming, meter, responseContext, { sealer, mark })
    : translatingWriter(incoming, meter, requestContext)
  const isEvents = conversation.frames === createFrameReader
  const canPass = isEvents && decoder.plain !== undefined && writer.plain !== undefined
  const source = canPass ? new EventBytes(eventMax, mark && frameMarker(mark)) : frameSource(framesOf(opening))
  const stream = new UpstreamStream({ exchange: response, source, decoder, meter, ...writer })
  await stream.started
  return stream
}

function framesOf({ conversation, mark, eventMax }: Opening): FrameReader {
  const frames = conversation.frames(eventMax)
  return mark ? markingReader(frames, mark) : frames
}
