import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createEncrypted } from 'node:tls'
import { testCertificate } from './certificate.ts'

/** What a proxy does with the bytes that its client sends before the tunnel is open. */
export type Manner = (client: Socket, request: Buffer) => void

export type OwnProxy = {
  port: number
  /** Clients that are connected. */
  open: Set<Socket>
  /** How many have connected. */
  connected: number
  /** The targets that were requested, as the client wrote them. */
  targets: string[]
  stop(): Promise<void>
}

/** A proxy that behaves as a test says. It connects to a port of loopback, whatever the target. */
export async function startOwnProxy(manner: (proxy: OwnProxy) => Manner, isEncrypted = false): Promise<OwnProxy> {
  const listen = (client: Socket) => {
    proxy.connected++
    proxy.open.add(client)
    client.on('close', () => proxy.open.delete(client))
    client.on('error', () => {})
    const serve = manner(proxy)
    client.on('data', (bytes: Buffer) => serve(client, bytes))
  }
  const server: Server = isEncrypted ? createEncrypted(testCertificate, listen) : createServer(listen)
  const proxy: OwnProxy = {
    port: 0,
    open: new Set(),
    connected: 0,
    targets: [],
    async stop() {
      for (const client of proxy.open) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port // a listening TCP server has one
  return proxy
}

/** Connects the client to a port of loopback, after it got these bytes. From then on bytes are passed both ways. */
export function join(client: Socket, port: number, greeting: string | Buffer): void {
  client.removeAllListeners('data')
  const far = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  far.on('error', () => client.destroy())
  client.on('close', () => far.destroy())
  far.once('connect', () => {
    client.write(greeting)
    client.pipe(far).pipe(client)
  })
}

export const established = 'HTTP/1.1 200 Connection established\r\n\r\n'
const authorization = (credentials: string) => `Proxy-Authorization: Basic ${btoa(credentials)}\r\n`

/** An HTTP proxy for tunnels to any target, which are all connected to one port. */
export const connecting =
  (port: number | (() => number), credentials = ''): ((proxy: OwnProxy) => Manner) =>
  ({ targets }) =>
  (client, request) => {
    const text = request.toString()
    targets.push(/^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(text)?.[1] ?? text)
    if (credentials && !text.includes(authorization(credentials)))
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
    join(client, typeof port === 'number' ? port : port(), established)
  }

/** A SOCKS5 proxy in the same manner (RFC 1928, RFC 1929). Targets are recorded as `type:host:port`. */
export const socks =
  (port: number | (() => number), replies: Partial<Record<'method' | 'status' | 'reply', Buffer>> = {}) =>
  ({ targets }: OwnProxy): Manner => {
    let step = 0
    return (client, bytes) => {
      if (step === 0 && bytes[0] === 5) {
        const needsPassword = bytes.subarray(2).includes(2)
        step = needsPassword ? 1 : 2
        return void client.write(replies.method ?? Buffer.from([5, needsPassword ? 2 : 0]))
      }
      if (step === 1) {
        step = 2
        return void client.write(replies.status ?? Buffer.from([1, 0]))
      }
      const type = bytes[3]
      const host = type === 3 ? bytes.toString('latin1', 5, 5 + (bytes[4] ?? 0)) : bytes.subarray(4, -2).join('.')
      targets.push(`${type}:${host}:${bytes.readUInt16BE(bytes.length - 2)}`)
      if (replies.reply) return void client.write(replies.reply)
      join(client, typeof port === 'number' ? port : port(), Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
    }
  }
