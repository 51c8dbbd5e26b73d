import type { Frame, FrameReader } from '../forms/sse.ts'
import { createMarker, ownText } from '../routing/account-mark.ts'
import type { Channel } from '../routing/channel.ts'
import { objectOf } from '../translate/json/json-values.ts'
import type { Conversation } from './conversation.ts'

/** The conversation with a request that contains no text bound to another account. */
export function withOwnTexts(conversation: Conversation, channel: Channel): Conversation {
  const { bound, request } = conversation
  const json = objectOf(request.body)
  if (!bound || !json) return conversation
  const body = bound.map(json, (text) => ownText(text, channel.mark()))
  return { ...conversation, request: { ...request, body } }
}

/** Marks the texts of a response that only this channel's account can read; undefined if its responses have none. */
export const boundMarker = ({ bound }: Conversation, channel: Channel): ((bytes: Buffer) => Buffer) | undefined =>
  bound && createMarker(bound.members, channel.mark())

/** The same for a frame of a stream. */
export const frameMarker =
  (mark: (bytes: Buffer) => Buffer) =>
  (frame: Frame): Frame => {
    const raw = mark(frame.raw)
    if (raw === frame.raw || !frame.event) return frame
    return { raw, event: { ...frame.event, data: mark(Buffer.from(frame.event.data)).toString('utf8') } }
  }

export function markingReader(reader: FrameReader, mark: (bytes: Buffer) => Buffer): FrameReader {
  const markFrame = frameMarker(mark)
  return { push: (bytes) => reader.push(bytes).map(markFrame), end: () => reader.end().map(markFrame) }
}
