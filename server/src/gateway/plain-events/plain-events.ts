import type { ChatChunk } from '../forms/chat.ts'
import type { PlainDelta } from './plain-delta.ts'

/** How a decoder reads events without parsing. The reference is `push` of the decoder, for the same event. */
export type PlainEvents = {
  /**
   * Reads the event that begins at `at`, and returns the index behind its blank line. 0: the event is incomplete, or
   * more than a plain delta, and is to be pushed. `passes`: its bytes are forwarded, so that nothing beside the text
   * needs translating. Changes nothing in the decoder.
   */
  read(bytes: Buffer, at: number, delta: PlainDelta, passes: boolean): number
  /** A plain delta was sent, and its event is not pushed. Absent: the decoder keeps nothing of such events. */
  see?(delta: PlainDelta, bytes: Buffer): void
  /** The usage that plain deltas reported since the last call. Called before the next push, and when the stream ends. */
  usage?(): ChatChunk | undefined
}

/** The JSON around a text in the client's format. */
export type Around = { before: string; after: string }

/** How an encoder writes a plain delta without a chunk. The reference is `push` of the encoder. */
export type PlainWriting = {
  /**
   * The JSON before and after the text of a plain delta; the text stays as the upstream wrote it. The choice has had output
   * before. Undefined: the text must be pushed as a chunk.
   */
  around(delta: PlainDelta): Around | undefined
}
