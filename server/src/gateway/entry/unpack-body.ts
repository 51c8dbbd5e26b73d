import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { AppError } from '../../http/app-error.ts'
import type { RunningCall } from './in-flight.ts'

const expansionMax = 100

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) } as const

/** A compressed body as the client wrote it, within limits that count after expansion. */
export async function unpack(body: Buffer, encoding: string, running: RunningCall, bytesMax: number): Promise<Buffer> {
  if (encoding !== 'gzip' && encoding !== 'br') throw new AppError('unsupported_media_type')
  const maxOutputLength = Math.min(bytesMax, body.length * expansionMax)
  await running.take(maxOutputLength)
  try {
    const plain = await decoders[encoding](body, { maxOutputLength })
    running.give(body.length + maxOutputLength - plain.length)
    return plain
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new AppError(isTooLarge ? 'body_too_large' : 'invalid_json')
  }
}
