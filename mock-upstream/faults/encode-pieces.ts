import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib'

/** Content encodings, as the header names them. */
export const encodings = ['gzip', 'br', 'zstd', 'deflate'] as const
export type Encoding = (typeof encodings)[number]

type Encoder = Transform & { flush(kind: number, done: () => void): void }

const encoders: Record<Encoding, { create(): Encoder; flush: number }> = {
  gzip: { create: createGzip, flush: constants.Z_SYNC_FLUSH },
  br: { create: createBrotliCompress, flush: constants.BROTLI_OPERATION_FLUSH },
  zstd: { create: createZstdCompress, flush: constants.ZSTD_e_flush },
  deflate: { create: createDeflate, flush: constants.Z_SYNC_FLUSH },
}

/** Compresses a stream so that each piece can be read as soon as it arrives. */
export async function* encodePieces(pieces: Iterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const { create, flush } = encoders[encoding]
  const encoder = create()
  const encoded: Buffer[] = []
  encoder.on('data', (bytes: Buffer) => encoded.push(bytes))
  for (const piece of pieces) {
    encoder.write(piece)
    await new Promise<void>((resolve) => encoder.flush(flush, () => resolve()))
    yield Buffer.concat(encoded.splice(0))
  }
  encoder.end()
  await new Promise<void>((resolve) => encoder.once('end', () => resolve()))
  yield Buffer.concat(encoded.splice(0))
}
