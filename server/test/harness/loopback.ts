import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A server of a test's own, on a free port of loopback; it is gone when the test is over. */
export async function listenForTest(
  t: TestContext,
  response: RequestListener,
): Promise<{ server: Server; url: string }> {
  const server = createServer(response).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** Makes `localhost` have these addresses for as long as the test runs. */
export function giveLocalhost({ mock }: Pick<TestContext, 'mock'>, addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const { lookup } = dns
  mock.method(dns, 'lookup', ((host: string, options: object, callback: (...found: unknown[]) => void) =>
    host === 'localhost' ? process.nextTick(callback, null, found) : lookup(host, options, callback)) as never)
}
