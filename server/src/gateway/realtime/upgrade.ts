import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { isWebSocketRequest } from '../../http/connections/is-web-socket-request.ts'
import { isBusy } from '../../http/connections/serialise-pipelined-requests.ts'
import { requestIdHeader } from '../../http/request-id.ts'
import * as http from '../../light/node-http.ts'
import { badRequest } from '../entry/errors/refusals.ts'
import { eventBytesMax } from './event.ts'

export const realtimePath = '/v1/realtime'

/**
 * Which requests are upgraded. Other upgrade headers, such as some clients send for HTTP/2, are ignored and the
 * response is sent over HTTP.
 */
export const isWebSocketUpgrade = ({ url = '', headers }: IncomingMessage): boolean =>
  url.replace(/\/?(\?.*)?$/s, '') === realtimePath && isWebSocketRequest(headers)

/** A request for a WebSocket, which is an ordinary request until it is accepted. */
export type Upgrade = {
  /** Aborted when the client hangs up before its WebSocket is open. */
  gone: AbortSignal
  /** Opens the WebSocket; rejects when the client is gone. */
  accept(): Promise<WebSocket>
}

/**
 * Routes upgrade requests like any other request, so that the same checks apply and refusals are HTTP responses. Returns
 * a function that gives the Upgrade of such a request.
 */
export function takeUpgrades(app: FastifyInstance): (request: FastifyRequest) => Upgrade {
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer; response: ServerResponse }>()
  const ids = new WeakMap<IncomingMessage, string>()
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: eventBytesMax,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  })
  webSockets.on('headers', (headers, request) => headers.push(`${requestIdHeader}: ${ids.get(request)}`))
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // An upgraded connection cannot carry the response to an earlier request any more, and no client sends it that early.
    if (isBusy(request.socket)) return socket.destroy()
    const response = new http.ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(request.socket)
    response.once('finish', () => socket.end())
    socket.on('error', () => socket.destroy()) // Node removes its own error listener from an upgraded socket
    upgrades.set(request, { socket, head, response })
    app.routing(request, response)
  })

  return ({ raw, id }) => {
    const upgrade = upgrades.get(raw)
    if (!upgrade || !isHandshake(raw)) throw badRequest('This address takes WebSocket connections only')
    const { socket, head, response } = upgrade
    const gone = new AbortController()
    for (const event of ['end', 'close']) socket.once(event, () => gone.abort())
    ids.set(raw, id)
    return {
      gone: gone.signal,
      accept: () =>
        new Promise((resolve, reject) => {
          const giveUp = () => reject(new Error('the client is gone'))
          if (gone.signal.aborted) return giveUp()
          gone.signal.addEventListener('abort', giveUp, { once: true })
          response.detachSocket(raw.socket)
          webSockets.handleUpgrade(raw, socket, head, resolve)
        }),
    }
  }
}

/** Checks what ws would refuse itself, but only after the upstream was contacted. */
const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '') &&
  (headers['sec-websocket-version'] === '13' || headers['sec-websocket-version'] === '8') &&
  /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$|^$/.test(headers['sec-websocket-protocol'] ?? '')
