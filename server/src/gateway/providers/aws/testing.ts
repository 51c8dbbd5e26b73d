import { crc32 } from 'node:zlib'
import type { JsonObject } from '../../forms/chat.ts'
import { testTarget } from '../testing.ts'

export const targetOf = (model: string, setting: JsonObject = {}, key = 'AK|SK|us-east-1', base_url = '') =>
  testTarget({ type: 33, key, base_url, model, setting })

/** A message of an event stream with text headers, followed by the bytes of `others`. */
export function messageOf(headers: Record<string, string>, payload: unknown, others = Buffer.alloc(0)): Buffer {
  const texts = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(3)
      length.writeUInt8(7)
      length.writeUInt16BE(Buffer.byteLength(value), 1)
      return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)])
    }),
  )
  const head = Buffer.concat([texts, others])
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(head.length + body.length + 16)
  prelude.writeUInt32BE(head.length, 4)
  const checked = Buffer.concat([prelude, checksum(prelude), head, body])
  return Buffer.concat([checked, checksum(checked)])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

/** An Anthropic event as Bedrock sends it. */
export const chunkOf = (event: JsonObject): Buffer =>
  messageOf(
    { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
    { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abcdefghij' },
  )

export const exceptionOf = (name: string, message: string): Buffer =>
  messageOf({ ':exception-type': name, ':content-type': 'application/json', ':message-type': 'exception' }, { message })
