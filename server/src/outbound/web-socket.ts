import type { Socket } from 'node:net'
import { type ClientOptions, WebSocket } from 'ws'
import type { Agents } from './agents.ts'
import type { Tunnel } from './tunnel/open-tunnel.ts'

type WebSocketRequest = {
  url: string
  headers: Record<string, string>
  protocols?: string[]
  messageBytesMax: number
}

/** Begins to open a WebSocket. Throws for a target that the policy does not allow. */
export function openWebSocket(
  agents: Agents,
  { url, headers, protocols = [], messageBytesMax }: WebSocketRequest,
): WebSocket {
  const target = new URL(url.replace(/^ws/, 'http'))
  const tunnel = agents.tunnelTo(target)
  const connect = tunnel ? { createConnection: throughTunnel(tunnel) } : { lookup: agents.lookupFor(target) }
  try {
    const socket = new WebSocket(url, protocols, {
      headers,
      ...connect,
      maxPayload: messageBytesMax,
      perMessageDeflate: false,
      followRedirects: false,
    })
    if (tunnel) socket.once('close', () => tunnel.close())
    return socket
  } catch (error) {
    tunnel?.close()
    throw error
  }
}

type Opened = (error: Error | null, socket?: Socket) => void

/** As `http.request` calls it, although the types of ws have the signature of `net.createConnection`. */
const throughTunnel = ({ opened: opening }: Tunnel) =>
  ((_: unknown, opened: Opened) => {
    opening.then((socket) => opened(null, socket), opened)
  }) as unknown as NonNullable<ClientOptions['createConnection']>
