import type { Exchange } from '../../outbound/exchange.ts'
import type { AskFacts } from '../dialects/dialect.ts'
import { createFrameReader, createLineReader } from '../forms/sse.ts'
import type { ReplyFacts } from '../providers/provider.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { Conversation } from './conversation.ts'
import type { Meter } from './meter.ts'
import type { ReplySealer } from './stored-replies.ts'
import { passThroughWriter, translatingWriter } from './stream-writer.ts'
import { UpstreamStream } from './upstream-stream.ts'

type Opening = {
  response: Exchange
  conversation: Conversation
  ask: ChatAsk
  replyContext: ReplyFacts
  askContext: AskFacts
  meter: Meter
  sealer: ReplySealer | undefined
  /** The longest single event that is read; a picture may need more than the usual. */
  eventMax: number
}

/** Waits for the first output of a stream. Throws UpstreamFailure when the stream begins with a failure or is empty. */
export async function openStream(opening: Opening): Promise<UpstreamStream> {
  const { response, conversation, ask, replyContext, askContext, meter, sealer, eventMax } = opening
  const reader = conversation.framing === 'lines' ? createLineReader(eventMax) : createFrameReader(eventMax)
  const decoder = conversation.stream(replyContext)
  const writer = conversation.passesBytes
    ? passThroughWriter(ask, meter, replyContext, sealer)
    : translatingWriter(ask, meter, askContext)
  const stream = new UpstreamStream({ exchange: response, reader, decoder, meter, ...writer })
  await stream.started
  return stream
}
