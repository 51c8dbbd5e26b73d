import type { JsonObject } from '../../forms/chat.ts'
import type { Frame, FrameReader } from '../../forms/sse.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { CorruptEventStream, createEventStreamReader, type EventMessage } from './event-stream.ts'

/** The name of an event that reports a failure of Bedrock; its data is `{ exception, message }`. */
export const failureEvent = 'bedrock-failure'

export const nothing = Buffer.alloc(0)

/**
 * Bedrock's binary stream as frames. `frameOf` reads a message that is no exception. A failure is an event without
 * bytes: frames that came before it are still sent.
 */
export function createEventFrames(lengthMax: number, frameOf: (message: EventMessage) => Frame): FrameReader {
  const reader = createEventStreamReader(lengthMax)
  const read = (message: EventMessage): Frame => {
    const { ':message-type': kind, ':exception-type': exception } = message.headers
    if (kind === 'exception') return failureFrame(exception ?? '', messageIn(message.payload))
    if (kind === 'error') return failureFrame(message.headers[':error-code'] ?? '', message.headers[':error-message'])
    return frameOf(message)
  }
  return {
    push(bytes) {
      const frames: Frame[] = []
      try {
        for (const message of reader.push(bytes)) frames.push(read(message))
      } catch (error) {
        if (!(error instanceof CorruptEventStream)) throw error
        frames.push(failureFrame('', undefined))
      }
      return frames
    },
    end: () => [],
  }
}

const failureFrame = (exception: string, message: string | undefined): Frame => ({
  raw: nothing,
  event: { event: failureEvent, data: JSON.stringify({ exception, message }) },
})

export function parsedObject(text: Buffer | string): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(text.toString()))
  } catch {
    return undefined
  }
}

const messageIn = (payload: Buffer): string | undefined => {
  const body = parsedObject(payload)
  return textOf(body?.message) ?? textOf(body?.Message)
}
