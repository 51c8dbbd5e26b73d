import type { Frame, Framing } from './response.ts'

export type Encoder = { encode(frame: Frame): string | Buffer; end: string }

/** Turns the events of one stream into text. An encoder serves one stream: an array must know its first element. */
export function createEncoder(framing: Framing, lineEnd = '\n'): Encoder {
  if (typeof framing === 'function') return { encode: (frame) => framing(frame, lineEnd), end: '' }
  if (framing === 'ndjson') return { encode: (frame) => (frame.data ?? '') + lineEnd, end: '' }
  if (framing === 'sse') return { encode: (frame) => serverSentEvent(frame, lineEnd), end: '' }
  let started = false
  return {
    encode(frame) {
      const lead = started ? `,${lineEnd}` : '['
      started = true
      return lead + (frame.data ?? '')
    },
    get end() {
      return started ? ']' : '[]'
    },
  }
}

function serverSentEvent({ event, data, comment }: Frame, lineEnd: string): string {
  let text = comment === undefined ? '' : `: ${comment}${lineEnd}`
  if (event !== undefined) text += `event: ${event}${lineEnd}`
  if (data !== undefined) text += `data: ${data}${lineEnd}`
  return text + lineEnd
}
