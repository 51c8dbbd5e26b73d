import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { parseJson } from './json.ts'

const kibibyte = 1024
/** Bytes of a request body, counted while they arrive, before any handler runs. */
export const bodyMax = { anonymous: 64 * kibibyte, console: 1024 * kibibyte } as const

/** JSON is the only body the console reads, and it is read strictly and uncompressed. */
export function installJsonBody(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-encoding': content, 'transfer-encoding': transfer = 'chunked' } = request.headers
    if (content || transfer.toLowerCase() !== 'chunked') return done(new AppError('unsupported_media_type'))
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}
