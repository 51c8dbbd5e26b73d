import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { AppError } from '../../../http/app-error.ts'
import { badRequest, Refusal } from '../errors/refusals.ts'
import type { RunningCall } from '../in-flight/in-flight.ts'

type Done = (error: Error | null, body?: Buffer) => void

/** Counts the announced length of a request before a byte of its body is read. */
export function takeAnnounced(
  { headers }: IncomingMessage,
  running: RunningCall,
  bytesMax: number,
): Promise<void> | undefined {
  const length = Number(headers['content-length'] ?? 0)
  if (length > bytesMax) throw new Refusal('request_too_large')
  return running.take(length)
}

/** Reads and decompresses the body of a request. The memory of a chunked body is counted while it arrives. */
export function readBody(request: IncomingMessage, running: RunningCall, bytesMax: number, done: Done): void {
  const { 'content-encoding': encoding } = request.headers
  const isPlain = !encoding || encoding === 'identity'
  readBytes(request, running, bytesMax, (error, body) => {
    if (isPlain || !body) done(error, body)
    else unpack(body, encoding, running, bytesMax).then((plain) => done(null, plain), done)
  })
}

function readBytes(request: IncomingMessage, running: RunningCall, bytesMax: number, done: Done): void {
  const isChunked = request.headers['content-length'] === undefined
  const chunks: Buffer[] = []
  let length = 0
  let isOver = false
  const end = (error: Error | null) => {
    if (isOver) return
    isOver = true
    request.off('data', onData).off('end', onEnd).off('close', onClose)
    if (error) done(error)
    else done(null, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length))
  }
  const onData = (chunk: Buffer) => {
    length += chunk.length
    try {
      if (length > bytesMax) throw new Refusal('request_too_large')
      const taken = isChunked ? running.take(chunk.length) : undefined
      if (taken) waitFor(taken)
    } catch (error) {
      return end(error as Refusal)
    }
    chunks.push(chunk)
  }
  // Other processes must grant memory, so reading stops meanwhile.
  const waitFor = (taken: Promise<void>) => {
    request.pause()
    taken.catch(end).finally(() => request.resume())
  }
  const onEnd = () => end(null)
  const onClose = () => end(badRequest('The request body broke off'))
  request.on('data', onData).on('end', onEnd).on('close', onClose)
}

const expansionMax = 100

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) } as const

/** Expands a compressed body, within limits on the expanded length. */
async function unpack(body: Buffer, encoding: string, running: RunningCall, bytesMax: number): Promise<Buffer> {
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
