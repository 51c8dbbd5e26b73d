import { BlankLines, splitMax } from './blank-lines.ts'
import { ByteOrderMark } from './byte-order-mark.ts'
import { UnfinishedBytes } from './unfinished-bytes.ts'

/** One event of a stream, as framed by `text/event-stream`. */
export type ServerEvent = { event?: string; data: string }

/** An event together with its original bytes, closing blank line included. */
export type Frame = { raw: Buffer; event: ServerEvent | undefined }

export type FrameReader = {
  /** Takes bytes in any portions and returns the frames they complete. Comments are frames without an event. */
  push(bytes: Buffer): Frame[]
  /** The stream has ended: an event without its closing blank line still counts. */
  end(): Frame[]
}

const eventMax = 64 * 1024 * 1024
const lineFeed = 0x0a

/** Splits a stream at its blank lines. Works on bytes, so that the bytes forwarded are the bytes received. */
export function createFrameReader(lengthMax = eventMax): FrameReader {
  const unfinished = new UnfinishedBytes(lengthMax)
  const blankLines = new BlankLines()
  const byteOrderMark = new ByteOrderMark()
  const push = (piece: Buffer): Frame[] => {
    const bytes = byteOrderMark.drop(piece)
    const frames: Frame[] = []
    // A blank line may be split between two reads.
    const before = unfinished.last(splitMax)
    const searched = before.length > 0 ? Buffer.concat([before, bytes]) : bytes
    let start = 0
    blankLines.begin()
    for (let end = blankLines.endOfNext(searched, 0); end !== -1; end = blankLines.endOfNext(searched, end)) {
      const raw = unfinished.complete(bytes.subarray(start, end - before.length))
      frames.push({ raw, event: parseFrame(raw.toString('utf8')) })
      start = end - before.length
    }
    unfinished.append(bytes.subarray(start))
    return frames
  }
  return { push, end: () => (unfinished.isEmpty ? [] : push(Buffer.from('\n\n'))) }
}

/**
 * Reads `data:` with or without a space, several data lines, and comments. A bare JSON line, which some proxies send
 * for an error, is data.
 */
export function parseFrame(text: string): ServerEvent | undefined {
  let event: string | undefined
  let data: string | undefined
  let feedAt = -1
  let returnAt = -1
  for (let start = 0; start < text.length; ) {
    if (feedAt < start) feedAt = indexOf(text, '\n', start)
    if (returnAt < start) returnAt = indexOf(text, '\r', start)
    const end = Math.min(feedAt, returnAt)
    const next = feedAt === returnAt + 1 ? feedAt + 1 : end + 1
    if (text.startsWith('data:', start)) {
      const line = text.slice(text.charCodeAt(start + 5) === 0x20 ? start + 6 : start + 5, end)
      data = data === undefined ? line : `${data}\n${line}`
    } else if (text.startsWith('event:', start)) event = text.slice(start + 6, end).trim()
    else if (data === undefined && text.startsWith('{', start)) data = text.slice(start, end)
    start = next
  }
  if (data === undefined) return undefined
  return event === undefined ? { data } : { event, data }
}

function indexOf(text: string, character: string, from: number): number {
  const found = text.indexOf(character, from)
  return found === -1 ? text.length : found
}

export type EventReader = { push(bytes: Uint8Array): ServerEvent[]; end(): ServerEvent[] }

/** The events alone, for readers that do not forward bytes. */
export function createEventReader(lengthMax = eventMax): EventReader {
  const frames = createFrameReader(lengthMax)
  const eventsOf = (read: Frame[]) => read.map(({ event }) => event).filter((event) => event !== undefined)
  return {
    push: (bytes) => eventsOf(frames.push(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes))),
    end: () => eventsOf(frames.end()),
  }
}

/** Splits newline-delimited JSON: every line that is not blank is one event. */
export function createLineReader(lengthMax = eventMax): FrameReader {
  const unfinished = new UnfinishedBytes(lengthMax)
  const push = (bytes: Buffer): Frame[] => {
    const frames: Frame[] = []
    let start = 0
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, start)) {
      const raw = unfinished.complete(bytes.subarray(start, at + 1))
      const data = raw.toString('utf8').trim()
      frames.push({ raw, event: data === '' ? undefined : { data } })
      start = at + 1
    }
    unfinished.append(bytes.subarray(start))
    return frames
  }
  return { push, end: () => (unfinished.isEmpty ? [] : push(Buffer.from('\n'))) }
}

export const dataEvent = (json: string): string => `data: ${json}\n\n`
export const namedEvent = (event: string, json: string): string => `event: ${event}\ndata: ${json}\n\n`

/** The frames of a stream, one at a time. */
export type FrameSource = {
  push(piece: Buffer): void
  /** The stream has ended: an event without its closing blank line still counts. */
  end(): void
  next(): Frame | undefined
}

export function frameSource(reader: FrameReader): FrameSource {
  let frames: Frame[] = []
  let taken = 0
  const add = (more: Frame[]) => {
    frames = taken === frames.length ? more : frames.slice(taken).concat(more)
    taken = 0
  }
  return {
    push: (piece) => add(reader.push(piece)),
    end: () => add(reader.end()),
    next: () => frames[taken++],
  }
}
