import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendUnknownUrl } from '../../http/error-responses.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { dialectOfUnknown } from './client-dialect.ts'

/** Refuses a request for an unknown URL in the dialect of its client. */
export function refuseUnknownUrl(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const dialect = dialectOfUnknown(request)
  if (dialect === openaiDialect) return sendUnknownUrl(request, reply)
  const about = { status: 404, type: 'invalid_request_error', code: '', requestId: request.id }
  return sendUnknownUrl(request, reply, (message) => dialect.error({ ...about, message }))
}
