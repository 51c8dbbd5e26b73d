import dns from 'node:dns'
import { once } from 'node:events'
import type { Server, ServerOptions } from 'node:http'
import { type AddressInfo, Server as TcpServer } from 'node:net'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../../light/node-http.ts'
import type { Log } from '../../log.ts'

export type Listeners = {
  /** Resolves with the port when every address of the host is served. */
  listen(host: string, port: number): Promise<number>
  /** Accepts no further connection. Open connections stay, including those without a request so far. */
  stopAccepting(): void
  /** Accepts no further connection and closes those without a request; resolves when the others have ended. */
  close(): Promise<void>
  closeAllConnections(): void
}

/**
 * Connections that may wait in the kernel while every process is busy. A client that finds the queue full is not
 * refused: it retries with growing delays, for up to a minute. Node's default of 511 is less than the calls that a
 * server takes at once. The kernel lowers it to `net.core.somaxconn`, which is 4096 on Linux.
 */
const backlog = 4096

/**
 * Serves an app at every address of its host: `localhost` mostly has two, and each needs a server. Fastify would create
 * the second one, but settings and listeners of `app.server` would not apply to it.
 */
export function createListeners(app: FastifyInstance, options: ServerOptions, log: Log): Listeners {
  const { server } = app
  const others: Server[] = []

  async function listenAlso(host: string, port: number) {
    const other = createServer(options)
    other.maxHeadersCount = server.maxHeadersCount
    for (const event of ['request', 'upgrade', 'clientError']) other.on(event, server.emit.bind(server, event))
    other.listen({ port, host, backlog })
    try {
      await once(other, 'listening')
      others.push(other)
    } catch (error) {
      log.warn('address not served', { address: host, error }) // one that this machine has by name only, or that is taken
    }
  }

  return {
    async listen(host, port) {
      const [first = host, ...rest] = await addressesOf(host)
      await app.listen({ host: first, port, backlog })
      const { port: taken } = server.address() as AddressInfo // a TCP listener's address is never a text
      await Promise.all(rest.map((address) => listenAlso(address, taken)))
      return taken
    },
    stopAccepting() {
      // An HTTP server's own `close` ends connections as idle that were accepted a moment ago.
      for (const each of [server, ...others]) TcpServer.prototype.close.call(each)
    },
    async close() {
      await Promise.all([app.close(), ...others.map((other) => new Promise((resolve) => other.close(resolve)))])
    },
    closeAllConnections() {
      for (const each of [server, ...others]) each.closeAllConnections()
    },
  }
}

async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await promisify(dns.lookup)(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}
