import { constants, createGzip } from 'node:zlib'

/** Squeezes a stream so that each piece can be read as soon as it arrives. */
export async function* gzipPieces(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip()
  const squeezed: Buffer[] = []
  gzip.on('data', (bytes: Buffer) => squeezed.push(bytes))
  for (const piece of pieces) {
    gzip.write(piece)
    await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, () => resolve()))
    yield Buffer.concat(squeezed.splice(0))
  }
  gzip.end()
  await new Promise<void>((resolve) => gzip.once('end', () => resolve()))
  yield Buffer.concat(squeezed.splice(0))
}
