import { crc32 } from 'node:zlib'
import type { Frame } from '../exchange/response.ts'

const nothing = Buffer.alloc(0)

/**
 * Amazon's binary framing. An event whose name ends in `Exception` is an exception; `eventOf` gives the name and the
 * payload of others. There are no comments.
 */
export const framing =
  (eventOf: (frame: Required<Pick<Frame, 'data' | 'event'>>) => { type: string; payload: string }) =>
  ({ event = '', data }: Frame): Buffer => {
    if (data === undefined) return nothing
    const content = { ':content-type': 'application/json' }
    if (event.endsWith('Exception'))
      return messageOf({ ':exception-type': event, ...content, ':message-type': 'exception' }, data)
    const { type, payload } = eventOf({ event, data })
    return messageOf({ ':event-type': type, ...content, ':message-type': 'event' }, payload)
  }

const padding = 'abcdefghijklmnopqrstuvwxyz'

/** Padding hides the length of a text. */
export const paddingFor = (data: string): string => padding.slice(data.length % padding.length)

function messageOf(headers: Record<string, string>, payload: string): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => textHeader(name, value)))
  const body = Buffer.from(payload)
  const prelude = Buffer.concat([uint32(12 + head.length + body.length + 4), uint32(head.length)])
  const message = Buffer.concat([prelude, uint32(crc32(prelude)), head, body])
  return Buffer.concat([message, uint32(crc32(message))])
}

const textHeader = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, 0, value.length]), Buffer.from(value)])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
