import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectEncrypted } from 'node:tls'
import type { Connect } from './connection.ts'

const keepAliveMs = 60_000
/**
 * Every read of every socket uses this buffer, and its bytes are copied at once. Node would otherwise allocate 64 kB
 * for each socket.
 */
const landing = Buffer.allocUnsafe(64 * 1024)

/** TLS to a host. Certificates are for names: an address as a server name is not allowed. */
export const tlsTo = (host: string): ConnectionOptions & { host: string } => ({
  host,
  servername: isIP(host) === 0 ? host : '',
  ALPNProtocols: ['http/1.1'],
})

/** Connects to an origin by TCP, with TLS where it is `https:`. Calls share no connection, so HTTP/2 would only add framing. */
export function connectTo(url: URL, port: number, lookup: LookupFunction): Connect {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isEncrypted = url.protocol === 'https:'
  let session: Buffer | undefined
  return ({ open, data }) => {
    const callback = (length: number) => {
      data(Buffer.from(landing.subarray(0, length)))
      return true
    }
    const target = { host, port, lookup, onread: { buffer: landing, callback } }
    const socket: Socket = isEncrypted
      ? connectEncrypted({ ...target, ...tlsTo(host), ...(session && { session }) })
      : connectPlain(target)
    socket.setNoDelay(true)
    socket.setKeepAlive(true, keepAliveMs)
    socket.on('session', (newest: Buffer) => {
      session = newest // the next connection needs no whole handshake
    })
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => open(socket))
    return socket
  }
}
