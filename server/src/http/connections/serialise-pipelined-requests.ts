import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const newest = new WeakMap<Socket, ServerResponse>()

/** The response to the newest request of a connection, whether or not its turn has come. */
export const newestResponse = (socket: Socket): ServerResponse | undefined => newest.get(socket)

/**
 * Handles the requests of a connection one after the other. Node starts a pipelined request at once. If the first
 * response then closes the connection, the second request would be handled, and charged, without a response.
 */
export function serialisePipelinedRequests(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    newest.set(request.socket, response)
    if (request.socket.writableEnded) return // a response closed the connection before this request was read
    // A response gets the connection when the one before it is complete, and never when the connection closes.
    if (response.socket) done()
    else response.once('socket', () => done())
  })
}

/** Whether a request of this connection has no complete response yet, or the connection is closing. */
export const isBusy = (socket: Socket): boolean =>
  socket.writableEnded || newestResponse(socket)?.writableFinished === false

/**
 * Responds to malformed bytes after the responses to the requests before them; closes the connection if that is too
 * late.
 */
export function respondInTurn(socket: Socket, respond: () => void): void {
  const response = newestResponse(socket)
  if (!response || response.writableFinished) respond()
  else if (response.req.complete) response.once('finish', respond)
  // The bytes are in the body of the newest request, so the error replaces its response.
  else if (!response.socket) response.once('socket', respond)
  else if (response.headersSent) socket.destroy()
  else respond()
}
