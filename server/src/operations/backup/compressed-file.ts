import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

const newFile = { flags: 'wx', mode: 0o600, flush: true } as const

export const compressFile = (from: string, to: string) =>
  pipeline(createReadStream(from), createZstdCompress(), createWriteStream(to, newFile))

export const decompressFile = (from: string, to: string) =>
  pipeline(createReadStream(from), createZstdDecompress(), createWriteStream(to, newFile))

export async function describeFile(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}
