import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The rest of a smaller body is read and dropped, so that its connection can be reused. */
const smallMax = 64 * 1024
/** How long a refused client may keep sending: long enough to notice its response. */
const lingerMs = 1000

/**
 * Ends the connection of a request whose response is sent before its body has arrived, such as one without a valid key.
 * Node would read the rest of the body, however long.
 */
export function installUnreadBody(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _, done) => {
    if (isLargeAndUnread(request.raw)) {
      reply.header('Connection', 'close')
      const { socket } = request.raw
      socket.destroySoon = () => linger(socket)
    }
    done()
  })
}

function isLargeAndUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallMax
}

/**
 * Node calls this after the last response of a connection, in place of destroySoon. Closing while bytes still come would
 * reset the connection, and the client might never read its response.
 */
function linger(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
