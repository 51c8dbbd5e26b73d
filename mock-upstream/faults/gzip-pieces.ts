import { constants, createGzip } from 'node:zlib'

/** Compresses a stream so that each piece can be read as soon as it arrives. */
export async function* gzipPieces(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const gzip = createGzip()
  const compressed: Buffer[] = []
  gzip.on('data', (bytes: Buffer) => compressed.push(bytes))
  for (const piece of pieces) {
    gzip.write(piece)
    await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, () => resolve()))
    yield Buffer.concat(compressed.splice(0))
  }
  gzip.end()
  await new Promise<void>((resolve) => gzip.once('end', () => resolve()))
  yield Buffer.concat(compressed.splice(0))
}
