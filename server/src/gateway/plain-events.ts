import type { JsonObject } from './chat.ts'
import { createEventReader } from './sse.ts'
import { isObject, textOf } from './translate/json-values.ts'

/** An answer that came as events, looked at when all of them are there. */
export type PlainEvents = {
  /** The event that says what went wrong. */
  failure: JsonObject | undefined
  /** The last word on what was used. */
  usage: JsonObject | undefined
  /** What was finished: pictures, transcripts. */
  done: JsonObject[]
  /** Pieces of sound, put together. */
  sound: Buffer
}

const isDone = ({ type }: JsonObject) => typeof type === 'string' && /\.(completed|done)$/.test(type)

export function readPlainEvents(bytes: Buffer): PlainEvents {
  const reader = createEventReader()
  const events = [...reader.push(bytes), ...reader.end()].map(({ data }) => parsed(data)).filter(isObject)
  return {
    failure: events.find((event) => event.type === 'error' || event.error),
    usage: events.findLast((event) => isObject(event.usage)),
    done: events.filter(isDone),
    sound: Buffer.concat(events.map((event) => Buffer.from(textOf(event.audio) ?? '', 'base64'))),
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined // an end marker, or nothing anyone could use
  }
}
