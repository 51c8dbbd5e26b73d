import { isIPv6, type Socket } from 'node:net'
import { MalformedResponse } from '../http/response-head.ts'
import type { ProxyServer } from '../proxy.ts'
import { ConnectResponse } from './connect-response.ts'
import { ProxyCredentialsRefused, ProxyFailure } from './proxy-failure.ts'
import type { TunnelEnd } from './tunnel-end.ts'

/** 401 is wrong for a proxy, and is what tinyproxy responds to a wrong password. */
const refusedCredentials: ReadonlySet<number> = new Set([401, 407])

/** Asks an HTTP proxy for a tunnel, and resolves when it is open. */
export function openHttpTunnel(socket: Socket, proxy: ProxyServer, target: TunnelEnd): Promise<void> {
  return new Promise((resolve, reject) => {
    const response = new ConnectResponse()
    const stopListening = () => {
      socket.off('data', take).off('error', end).off('end', end).off('close', end)
    }
    const fail = (failure: ProxyFailure) => {
      stopListening()
      reject(failure)
    }
    const end = () => fail(new ProxyFailure('the proxy closed the connection without a response'))
    const take = (bytes: Buffer) => {
      try {
        response.read(bytes)
      } catch (error) {
        if (!(error instanceof MalformedResponse)) throw error
        return fail(new ProxyFailure('the proxy sent a response that cannot be read', { cause: error }))
      }
      if (response.status === 0) return
      if (!response.isOpen) return fail(refusal(response.status, proxy))
      stopListening()
      resolve()
    }
    socket.on('data', take).on('error', end).on('end', end).on('close', end)
    socket.write(requestOf(proxy, target))
  })
}

function requestOf({ username, password }: ProxyServer, { host, port }: TunnelEnd): string {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  const authorization = username || password ? `Proxy-Authorization: Basic ${credentials}\r\n` : ''
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`
}

function refusal(status: number, { username, password }: ProxyServer): ProxyFailure {
  if (!refusedCredentials.has(status)) return new ProxyFailure(`the proxy refused the connection with status ${status}`)
  return new ProxyCredentialsRefused(
    username || password
      ? 'the proxy refused the user name or password'
      : 'the proxy requires a user name and password',
  )
}
