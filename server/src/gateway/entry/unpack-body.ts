import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { AppError } from '../../http/app-error.ts'

const expansionMax = 100

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) } as const

/** A compressed body as the client wrote it, within limits that count after expansion. */
export async function unpack(body: Buffer, encoding: string, bytesMax: number): Promise<Buffer> {
  if (encoding !== 'gzip' && encoding !== 'br') throw new AppError('unsupported_media_type')
  const maxOutputLength = Math.min(bytesMax, body.length * expansionMax)
  try {
    return await decoders[encoding](body, { maxOutputLength })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new AppError(isTooLarge ? 'body_too_large' : 'invalid_json')
  }
}
