import { connect, type LookupFunction, type Socket } from 'node:net'
import { type ConnectionOptions, connect as encrypt } from 'node:tls'
import { tlsTo } from '../http/connect.ts'
import { isSocks, type ProxyServer } from '../proxy.ts'
import { openHttpTunnel } from './http-tunnel.ts'
import { ProxyFailure, ProxyTimeout } from './proxy-failure.ts'
import { openSocksTunnel } from './socks-tunnel.ts'

type TunnelOptions = {
  proxy: ProxyServer
  /** Checks the addresses of the proxy's own name. */
  lookup: LookupFunction
  /** The target: a name for the proxy to resolve, or an address. */
  host: () => Promise<string>
  port: number
  /** TLS inside the tunnel; undefined: the bytes go as they are. */
  secure: (ConnectionOptions & { host: string }) | undefined
}

/** A connection to a target through a proxy, which takes several steps to open. */
export type Tunnel = {
  /** The connection to the target. Fails with a ProxyFailure, or with the error of the target's name. */
  readonly opened: Promise<Socket>
  /** Closes the connection at every step. */
  close(): void
}

const keepAliveMs = 60_000
/** Half of the time in which a call must connect: a call whose proxy is silent can still try another channel. */
const openingMsMax = 5000

export function openTunnel(options: TunnelOptions): Tunnel {
  const { proxy, lookup } = options
  const base = connect({ host: proxy.host, port: proxy.port, lookup })
  base.setNoDelay(true)
  base.setKeepAlive(true, keepAliveMs)
  base.on('error', () => {}) // each step has its own listener; between two steps nobody else listens
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new ProxyTimeout('the proxy took too long')), openingMsMax)
  const opened = Promise.race([open(base, options), late.promise])
    .catch((error: unknown) => {
      base.destroy()
      throw error
    })
    .finally(() => clearTimeout(timer))
  return tunnelOf(opened, () => base.destroy())
}

function tunnelOf(opened: Promise<Socket>, close: () => void): Tunnel {
  opened.catch(() => {}) // a user that gives up before may not look at it
  return { opened, close }
}

/** In the place of a direct connection, which would show this server's address. */
export const failedTunnel = (reason: string): Tunnel => tunnelOf(Promise.reject(new ProxyFailure(reason)), () => {})

/** A denied proxy and one that is away are the same to its user. */
export const unreachableProxy = 'the proxy could not be reached'

async function open(base: Socket, { proxy, host, port, secure }: TunnelOptions): Promise<Socket> {
  const [target] = await Promise.all([host(), until(base, 'connect', unreachableProxy)])
  const toProxy = proxy.protocol === 'https' ? await encryptedToProxy(base, proxy) : base
  await (isSocks(proxy) ? openSocksTunnel : openHttpTunnel)(toProxy, proxy, { host: target, port })
  return secure ? encryptedToTarget(toProxy, secure) : toProxy
}

async function encryptedToProxy(base: Socket, { host }: ProxyServer): Promise<Socket> {
  const socket = encrypt({ ...tlsTo(host), socket: base })
  await until(socket, 'secureConnect', 'the proxy offered no TLS connection that can be trusted')
  socket.on('error', () => {}) // as for `base`
  return socket
}

async function encryptedToTarget(toProxy: Socket, secure: ConnectionOptions): Promise<Socket> {
  const socket = encrypt({ ...secure, socket: toProxy })
  await until(socket, 'secureConnect', 'there is no TLS connection to the provider through the proxy')
  return socket
}

/** Waits for an event of a socket. Fails if the socket fails or ends before. */
function until(socket: Socket, event: 'connect' | 'secureConnect', failure: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => reject(new ProxyFailure(failure, cause instanceof Error ? { cause } : {}))
    socket.once(event, () => {
      socket.off('error', fail).off('end', fail).off('close', fail)
      resolve()
    })
    socket.on('error', fail).on('end', fail).on('close', fail)
  })
}
