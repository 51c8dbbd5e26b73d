import type { JsonObject } from '../forms/chat.ts'
import type { ServerEvent } from '../forms/sse.ts'
import { isObject, textOf } from '../translate/json/json-values.ts'

export class SingleEvents {
  /** The error event. */
  failure: JsonObject | undefined
  /** The last event with usage. */
  usage: JsonObject | undefined
  /** Finished pictures and transcripts. */
  readonly done: JsonObject[] = []
  /** Partial pictures since the last finished one. */
  partialImages = 0
  readonly #text: string[] = []
  readonly #sound: Buffer[] = []

  see({ data }: ServerEvent) {
    const event = parsed(data)
    if (!isObject(event)) return
    if (event.type === 'error' || event.error) this.failure ??= event
    if (isObject(event.usage)) this.usage = event
    if (isPartialImage(event)) this.partialImages += 1
    if (isDone(event)) {
      this.done.push(event)
      this.partialImages = 0
    }
    const delta = textOf(event.delta)
    if (delta) this.#text.push(delta)
    const audio = textOf(event.audio)
    if (audio) this.#sound.push(Buffer.from(audio, 'base64'))
  }

  get text(): string {
    return this.#text.join('')
  }

  get sound(): Buffer {
    return Buffer.concat(this.#sound)
  }
}

/** Whether a response may be complete with this event: a result is finished, or it is an end marker. */
export const isClosing = ({ data }: ServerEvent): boolean => {
  const event = parsed(data)
  return !isObject(event) || isDone(event)
}

const isDone = ({ type }: JsonObject) => typeof type === 'string' && /\.(completed|done)$/.test(type)
const isPartialImage = ({ type }: JsonObject) => typeof type === 'string' && type.endsWith('.partial_image')

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined // an end marker, or not JSON
  }
}
