import { type Exchange, ResponseTooLarge } from '../../outbound/exchange.ts'
import { eventLines } from '../forms/event-lines.ts'
import { createFrameReader } from '../forms/sse.ts'
import { isClosing, SingleEvents } from './single-events.ts'

export type Seen = { events?: SingleEvents; sound: Buffer }

/** A part of a response; after a closing piece, the client may take the response for complete. */
type Piece = { bytes: Buffer; closes: boolean }
/** Splits a response into pieces and keeps the data for its charge. */
type Pieces = { push(bytes: Buffer): Piece[]; end(): Piece[]; seen(): Seen }

export type PassThroughStream = {
  isEmpty: boolean
  seen(): Seen
  /** Writes pieces as they come, except a last one that closes. */
  start(write: (piece: Buffer) => boolean): void
  /** The writer has room again. */
  resume(): void
  abort(): void
  /** Resolves at the end of the response, with the error that broke it off if there is one. */
  ended: Promise<Error | undefined>
  /** The closing piece, which is sent after the capture. */
  takeLast(): Buffer | undefined
}

/** Images and transcripts are streamed as events, audio as bytes. */
export const isPassThrough = (type: string) => type.startsWith('text/event-stream') || /^audio\//i.test(type)

/**
 * A response that is forwarded while it arrives. Resolves with its first piece; until then another channel could be
 * tried.
 */
export function openPassThrough(response: Exchange, type: string, bytesMax: number): Promise<PassThroughStream> {
  const pieces = type.startsWith('text/event-stream') ? eventPieces() : soundPieces()
  const waiting: Piece[] = []
  const ended = Promise.withResolvers<Error | undefined>()
  let write: ((piece: Buffer) => boolean) | undefined
  let length = 0

  /** Returns whether to read on: without a writer only the first piece is read. */
  function pass(): boolean {
    let hasRoom = write !== undefined || waiting.length === 0
    while (write && waiting[0] && (waiting.length > 1 || !waiting[0].closes)) {
      hasRoom = write(waiting[0].bytes)
      waiting.shift()
    }
    return hasRoom
  }

  return new Promise((resolve, reject) => {
    const open = () =>
      resolve({
        isEmpty: waiting.length === 0,
        seen: pieces.seen,
        start(writer) {
          write = writer
          if (pass()) response.resume()
        },
        resume: () => response.resume(),
        abort: () => response.abort(),
        ended: ended.promise,
        takeLast: () => waiting.shift()?.bytes,
      })
    const fail = (error: Error) => {
      reject(error) // does nothing once it is open
      ended.resolve(error)
    }
    response.pipe({
      data(chunk) {
        length += chunk.length
        if (length > bytesMax) {
          fail(new ResponseTooLarge())
          response.abort()
          return true
        }
        waiting.push(...pieces.push(chunk))
        if (waiting.length > 0) open()
        return pass()
      },
      end() {
        waiting.push(...pieces.end())
        pass()
        open()
        ended.resolve(undefined)
      },
      error: fail,
    })
  })
}

function eventPieces(): Pieces {
  const reader = createFrameReader()
  const events = new SingleEvents()
  const look = (frames: ReturnType<typeof reader.push>) =>
    frames.flatMap(({ raw, event }) => {
      if (!event) return [] // a comment
      events.see(event)
      return [{ bytes: eventLines(raw), closes: isClosing(event) }]
    })
  return {
    push: (bytes) => look(reader.push(bytes)),
    end: () => look(reader.end()),
    seen: () => ({ events, sound: events.sound }),
  }
}

function soundPieces(): Pieces {
  const sound: Buffer[] = []
  return {
    push(bytes) {
      sound.push(bytes)
      return [{ bytes, closes: true }]
    },
    end: () => [],
    seen: () => ({ sound: Buffer.concat(sound) }),
  }
}
