import type { FastifyReply } from 'fastify'
import type { Exchange } from '../../outbound/exchange.ts'
import { textHeaders } from '../call/send.ts'
import { badResponse } from '../translate/response/bad-response.ts'

/** Never text, markup or vector graphics: a browser could run those as a page of ours. */
const mediaTypes = /^(?:video\/[\w.+-]+|audio\/[\w.+-]+|image\/(?:png|jpeg|webp|gif|avif))$/i
const bytesMax = 1024 * 1024 * 1024

type MediaSending = {
  lengthMax?: number
  headers?: Record<string, string>
  /** The type of a response that does not name one. */
  usualType?: string
}

/** Forwards an image, audio or a video to the client, as fast as the client reads it. */
export async function sendMedia(
  response: Exchange,
  reply: FastifyReply,
  { lengthMax = bytesMax, headers = {}, usualType = '' }: MediaSending = {},
): Promise<void> {
  const { 'content-type': typed = usualType, 'content-length': length } = textHeaders(response)
  const type = typed.split(';')[0]?.trim() ?? ''
  if (!mediaTypes.test(type) || Number(length ?? 0) > lengthMax) {
    response.abort()
    throw badResponse('the provider sent no image, audio or video')
  }
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    ...(length !== undefined && { 'content-length': length }),
    ...headers,
  })
  let sent = 0
  await new Promise<void>((resolve) => {
    raw.once('close', () => {
      response.abort()
      resolve()
    })
    raw.on('drain', () => response.resume())
    response.resume() // from now on the client reads, however slowly
    response.pipe({
      data(chunk) {
        sent += chunk.length
        if (sent > lengthMax) {
          raw.destroy() // the client must not take it for complete
          return false
        }
        return raw.write(chunk)
      },
      end: () => raw.end(),
      error: () => raw.destroy(),
    })
  })
}
