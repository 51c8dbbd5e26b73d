import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import type { Connect } from './connection.ts'

const timeoutMs = 10_000
const keepAliveMs = 60_000

/** Connects to an origin by TCP, with TLS where it is `https:`. */
export function connectTo(url: URL, port: number, lookup: LookupFunction): Connect {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isEncrypted = url.protocol === 'https:'
  // Certificates are for names; an address as a server name is not allowed.
  const servername = isIP(host) === 0 ? host : ''
  let session: Buffer | undefined
  return (onOpen) => {
    const socket: Socket = isEncrypted
      ? connectEncrypted({ host, port, lookup, servername, ALPNProtocols: ['http/1.1'], ...(session && { session }) })
      : connectPlain({ host, port, lookup })
    socket.setNoDelay(true)
    socket.setKeepAlive(true, keepAliveMs)
    socket.on('session', (newest: Buffer) => {
      session = newest // the next connection needs no whole handshake
    })
    const tooLate = setTimeout(() => socket.destroy(new Error('no connection in time')), timeoutMs)
    socket.once('close', () => clearTimeout(tooLate))
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      clearTimeout(tooLate)
      onOpen()
    })
    return socket
  }
}
