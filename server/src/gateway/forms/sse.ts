/** One event of a stream, as framed by `text/event-stream`. */
export type ServerEvent = { event?: string; data: string }

/** An event together with its original bytes, closing blank line included. */
export type Frame = { raw: Buffer; event: ServerEvent | undefined }

/** An event longer than the limit: a faulty or hostile upstream. */
export class EventTooLong extends Error {}

export type FrameReader = {
  /** Takes bytes in any portions and returns the frames they complete. Comments are frames without an event. */
  push(bytes: Buffer): Frame[]
  /** The stream has ended: an event without its closing blank line still counts. */
  end(): Frame[]
}

const eventMax = 64 * 1024 * 1024
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Splits a stream at its blank lines (LF or CRLF). Works on bytes, so that the bytes forwarded are the bytes received.
 */
export function createFrameReader(lengthMax = eventMax): FrameReader {
  let rest: Buffer | undefined
  const push = (bytes: Buffer): Frame[] => {
    const frames: Frame[] = []
    // A blank line may be split between two reads: begin a little before the new bytes.
    let from = rest ? Math.max(0, rest.length - 3) : 0
    const all = rest ? Buffer.concat([rest, bytes]) : bytes
    let start = 0
    for (let at = all.indexOf(lineFeed, from); at !== -1; at = all.indexOf(lineFeed, from)) {
      from = at + 1
      const next = all[at + 1] === carriageReturn ? at + 2 : at + 1
      if (all[next] !== lineFeed) continue
      const raw = all.subarray(start, next + 1)
      frames.push({ raw, event: parseFrame(raw.toString('utf8')) })
      start = next + 1
      from = start
    }
    rest = start === all.length ? undefined : all.subarray(start)
    if (rest && rest.length > lengthMax) throw new EventTooLong()
    return frames
  }
  return { push, end: () => (rest ? push(Buffer.from('\n\n')) : []) }
}

/**
 * Reads `data:` with or without a space, several data lines, and comments. A bare JSON line, which some proxies send
 * for an error, is data.
 */
function parseFrame(text: string): ServerEvent | undefined {
  let event: string | undefined
  let data: string | undefined
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    let end = feed === -1 ? text.length : feed
    const next = end + 1
    if (end > start && text.charCodeAt(end - 1) === carriageReturn) end--
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
  let rest: Buffer | undefined
  const push = (bytes: Buffer): Frame[] => {
    const frames: Frame[] = []
    const all = rest ? Buffer.concat([rest, bytes]) : bytes
    let start = 0
    for (let at = all.indexOf(lineFeed, rest?.length ?? 0); at !== -1; at = all.indexOf(lineFeed, start)) {
      const raw = all.subarray(start, at + 1)
      const data = raw.toString('utf8').trim()
      frames.push({ raw, event: data === '' ? undefined : { data } })
      start = at + 1
    }
    rest = start === all.length ? undefined : all.subarray(start)
    if (rest && rest.length > lengthMax) throw new EventTooLong()
    return frames
  }
  return { push, end: () => (rest ? push(Buffer.from('\n')) : []) }
}

export const dataEvent = (json: string): string => `data: ${json}\n\n`
export const namedEvent = (event: string, json: string): string => `event: ${event}\ndata: ${json}\n\n`
