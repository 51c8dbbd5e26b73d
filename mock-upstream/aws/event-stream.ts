import { crc32 } from 'node:zlib'
import type { Frame } from '../exchange/response.ts'

const nothing = Buffer.alloc(0)

/** Amazon's binary framing. An event whose name ends in `Exception` is an exception. There are no comments. */
export function encodeFrame({ event = '', data }: Frame): Buffer {
  if (data === undefined) return nothing
  if (event.endsWith('Exception'))
    return messageOf(
      { ':exception-type': event, ':content-type': 'application/json', ':message-type': 'exception' },
      data,
    )
  const payload = {
    bytes: Buffer.from(data).toString('base64'),
    p: 'abcdefghijklmnopqrstuvwxyz'.slice(data.length % 26),
  }
  return messageOf(
    { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
    JSON.stringify(payload),
  )
}

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
