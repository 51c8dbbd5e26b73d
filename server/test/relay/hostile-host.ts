import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a host sends instead of a response. */
type Hostile = {
  /** Is sent first. */
  begin: string
  /** Is sent again and again, until the connection is closed or too much was written. */
  again?: string
  /** One byte at a time. */
  isDripping?: boolean
  /** The connection is ended after the beginning. */
  ends?: boolean
}

const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n'

export const hostile = {
  'headers of one name without end': { begin: 'HTTP/1.1 200 OK\r\n', again: 'a:\r\n' },
  'headers of many names without end': { begin: 'HTTP/1.1 200 OK\r\n', again: 'a: b\r\nc: d\r\ne: f\r\n' },
  'a header without end': { begin: 'HTTP/1.1 200 OK\r\na: ', again: 'b' },
  'interim responses without end': { begin: '', again: 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n' },
  'lines that end without CR, and then nothing': { begin: 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok' },
  'a head without end, one byte at a time': { begin: 'HTTP/1.1 200 OK\r\n', again: 'a:\r\n', isDripping: true },
  'an extension of a chunk without end': { begin: `${chunked}1;a=`, again: 'b' },
  'an extension of every chunk': { begin: chunked, again: `1;a=${'b'.repeat(1000)}\r\na\r\n` },
  'trailers without end': { begin: `${chunked}1\r\na\r\n0\r\n`, again: 'a: b\r\n' },
  'a trailer that ends without CR, and then nothing': { begin: `${chunked}1\r\na\r\n0\r\na: b\n\n` },
  'two lengths': { begin: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\nok' },
  'fewer bytes than announced': { begin: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', ends: true },
} satisfies Record<string, Hostile>

/** A host that responds to a path of `/0`, `/1`, and so on as the table says, in its order. */
export type HostileHost = {
  port: number
  /** Connections that are open. */
  open: Set<Socket>
  /** Bytes that were written on the last connection. */
  written: number
  stop(): Promise<void>
}

const blockLength = 16 * 1024
/** More than is read, and lies in the buffers of both ends, until the connection is closed. */
export const writtenMax = 16 * 1024 * 1024

export async function startHostileHost(): Promise<HostileHost> {
  const cases: Hostile[] = Object.values(hostile)
  const server = createServer((socket) => {
    host.open.add(socket)
    socket.on('close', () => host.open.delete(socket))
    socket.on('error', () => {}) // a reset by who has read enough
    socket.once('data', (request) => {
      const chosen = cases[Number(/^[A-Z]+ \/(\d+)/.exec(request.toString())?.[1])]
      if (chosen) response(socket, chosen)
    })
  })
  const write = (socket: Socket, text: string) => {
    host.written += text.length
    return socket.write(text)
  }
  function response(socket: Socket, { begin, again, isDripping = false, ends = false }: Hostile) {
    host.written = 0
    write(socket, begin)
    if (ends) socket.end()
    if (again === undefined) return
    const block = isDripping ? again : again.repeat(Math.ceil(blockLength / again.length))
    if (isDripping) drip(socket, block)
    else flood(socket, block)
  }
  function flood(socket: Socket, block: string) {
    const more = () => {
      while (socket.writable && host.written < writtenMax && write(socket, block));
    }
    socket.on('drain', more)
    more()
  }
  function drip(socket: Socket, text: string, at = 0) {
    if (!socket.writable) return
    write(socket, text[at] ?? '')
    setImmediate(() => drip(socket, text, (at + 1) % text.length))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host: HostileHost = {
    port: (server.address() as AddressInfo).port,
    open: new Set(),
    written: 0,
    async stop() {
      for (const socket of host.open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return host
}
