import type { Socket } from 'node:net'
import type { ProxyServer } from '../proxy.ts'
import { ProxyCredentialsRefused, ProxyFailure } from './proxy-failure.ts'
import type { TunnelEnd } from './tunnel-end.ts'

/** The tunnel gives up sooner. The library keeps its timer until then. */
const handshakeMsMax = 10_000
/** The length takes one byte (RFC 1928). The library would throw in a socket's event handler. */
const hostBytesMax = 255

const closed = 'the proxy closed the connection during the SOCKS handshake'

/** Asks a SOCKS5 proxy for a tunnel, and resolves when it is open. */
export async function openSocksTunnel(socket: Socket, proxy: ProxyServer, target: TunnelEnd): Promise<void> {
  if (Buffer.byteLength(target.host) > hostBytesMax) throw new ProxyFailure('the host name is too long for the proxy')
  const { SocksClient } = await import('socks') // only installations with such a proxy load it
  if (socket.destroyed) throw new ProxyFailure(closed)
  await new Promise<void>((resolve, reject) => {
    const { host, port, username, password } = proxy
    const client = new SocksClient({
      proxy: { host, port, type: 5, userId: username, password },
      command: 'connect',
      destination: target,
      timeout: handshakeMsMax,
    })
    const fail = (reason: string) => reject(new ProxyFailure(reason))
    // The library's error contains the password, so it is not kept as a cause.
    client.on('error', (error: Error) => reject(failureOf(error.message, proxy)))
    client.once('established', () => {
      // The library emits bytes that came with the reply again, in the next phase of the event loop. They are the
      // proxy's own: TLS and HTTP begin with the client.
      const refuse = () => fail('the proxy sent bytes before the tunnel was used')
      socket.once('data', refuse)
      setImmediate(() => {
        socket.off('data', refuse)
        if (socket.destroyed || socket.readableEnded) fail(closed)
        resolve()
      })
    })
    client.connect(socket)
  })
}

/** The library tells the reasons apart by its messages only. */
function failureOf(message: string, { username }: ProxyServer): ProxyFailure {
  if (/authentication/i.test(message))
    return new ProxyCredentialsRefused(
      username === '' ? 'the proxy requires a user name and password' : 'the proxy refused the user name or password',
    )
  if (/rejected/i.test(message)) return new ProxyFailure('the proxy could not connect to the provider')
  return new ProxyFailure(/invalid/i.test(message) ? 'the proxy does not speak SOCKS5' : closed)
}
