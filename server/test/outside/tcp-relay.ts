import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpRelay = {
  port: number
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  /** Keeps connections open and lets nothing through. */
  freeze(): void
  /** Lets the next bytes of a client that contain this text through, and ends the connection when the response comes. */
  loseResponseTo(text: string): void
  /** The connections of now look open, and each ends at the next bytes of its client. New ones work. */
  doom(): void
  /** Works again for new connections; those of before stay open and silent. */
  leaveBehind(): void
  /** Works again. */
  restore(): Promise<void>
}

/** A wire between a server and what it depends on, for tests that cut it. */
export async function startRelay(target: { hostname: string; port: number }): Promise<TcpRelay> {
  const sockets = new Set<Socket>()
  const nearSockets = new Set<Socket>()
  let isFrozen = false
  let fatefulText: string | undefined
  const listener = createServer({ allowHalfOpen: true }, (near) => {
    nearSockets.add(near)
    near.on('close', () => nearSockets.delete(near))
    const far = connect({ port: target.port, host: target.hostname, allowHalfOpen: true })
    near.on('data', (bytes) => {
      if (fatefulText === undefined || !bytes.includes(fatefulText)) return
      fatefulText = undefined
      far.prependOnceListener('data', () => near.destroy())
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => void (isFrozen || other.write(bytes)))
      socket.on('end', () => void (isFrozen || other.end()))
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
  }
  await listen(0)
  const { port } = listener.address() as AddressInfo
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    async cut() {
      if (listener.listening) listener.close()
      dropAll()
    },
    freeze() {
      isFrozen = true
    },
    loseResponseTo(text) {
      fatefulText = text
    },
    doom() {
      for (const near of nearSockets) near.removeAllListeners('data').once('data', () => near.destroy())
    },
    leaveBehind() {
      isFrozen = false
      for (const socket of sockets) socket.removeAllListeners('data').resume()
    },
    async restore() {
      isFrozen = false
      dropAll()
      if (!listener.listening) await listen(port)
    },
  }
}
