import { once } from 'node:events'
import { connect, isIPv6, type Socket } from 'node:net'
import { type Agents, OutboundError } from './agents.ts'

type Peer = { host: string; port: number; timeoutMs: number }

/** Opens a connection for a protocol other than HTTP, within the policy of the agents and to a checked address. */
export async function openSocket({ lookupFor }: Pick<Agents, 'lookupFor'>, { host, port, timeoutMs }: Peer) {
  const url = URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`)
  if (!url) throw new OutboundError('the address could not be reached')
  const lookup = lookupFor(url)
  const socket: Socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, lookup })
  socket.on('error', () => {}) // without a listener an error would end the process; the protocol sees the close
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
