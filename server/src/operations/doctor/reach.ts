import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import type { Agents } from '../../outbound/agents.ts'
import { openSocket } from '../../outbound/open-socket.ts'
import type { Tunnel } from '../../outbound/tunnel/open-tunnel.ts'
import { reasonOf } from './finding.ts'

const timeoutMs = 5000

/** Connects, with TLS where the address says so, and sends nothing else. Returns the reason of a failure. */
export async function reach(agents: Pick<Agents, 'lookupFor'>, address: URL): Promise<string | undefined> {
  const isTls = /^(https|wss|rediss):$/.test(address.protocol)
  const port = Number(address.port) || (isTls ? 443 : 80)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  try {
    const socket = await openSocket(agents, { host, port, timeoutMs })
    try {
      if (isTls) await shakeHands(connectTls({ socket, servername: host }))
    } finally {
      socket.destroy()
    }
    return undefined
  } catch (error) {
    return isTimeout(error) ? `no response within ${timeoutMs / 1000} s` : reasonOf(error)
  }
}

/** The same as a channel without a proxy of its own connects: through the proxy that the environment names, if it does. */
export async function reachAsChannel(
  agents: Pick<Agents, 'lookupFor' | 'tunnelTo'>,
  address: URL,
): Promise<string | undefined> {
  try {
    const tunnel = agents.tunnelTo(address)
    return tunnel ? await reachBy(tunnel) : await reach(agents, address)
  } catch (error) {
    return reasonOf(error)
  }
}

async function reachBy(tunnel: Tunnel): Promise<undefined> {
  try {
    await tunnel.opened
  } finally {
    tunnel.close()
  }
}

async function shakeHands(secure: ReturnType<typeof connectTls>): Promise<void> {
  try {
    await once(secure, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
  } finally {
    secure.on('error', () => {})
    secure.destroy()
  }
}

const isTimeout = (error: unknown) =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
