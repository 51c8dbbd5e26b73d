import type { Socket } from 'node:net'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import { type ErrorCode, errorText } from '@turnpike/contract/errors'
import { newRequestId, requestIdHeader } from '../request-id.ts'
import { respondInTurn } from './serialise-pipelined-requests.ts'

type HttpRefusal = { status: string; code: ErrorCode }

const refusals: Record<string, HttpRefusal> = {
  HPE_HEADER_OVERFLOW: { status: '400 Bad Request', code: 'request_line_long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'invalid_request' },
}
const unreadable: HttpRefusal = { status: '400 Bad Request', code: 'invalid_request' }

/** Refuses bytes that are no HTTP request or arrive too slowly, and closes, because the request's end is unknown. */
export function rejectMalformedRequest({ code: reason = '' }: Error & { code?: string }, socket: Socket) {
  if (reason === 'ECONNRESET') socket.destroy()
  else respondInTurn(socket, () => refuse(socket, reason))
}

function refuse(socket: Socket, reason: string) {
  if (!socket.writable) return socket.destroy()
  const { status, code } = refusals[reason] ?? unreadable
  const response: ConsoleResponse<never> = { success: false, message: errorText(code, 'zh'), code }
  const body = JSON.stringify(response)
  const head = [
    `HTTP/1.1 ${status}`,
    `${requestIdHeader}: ${newRequestId()}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return socket.destroySoon()
}
