import type { Socket } from 'node:net'
import { ProxyFailure } from './proxy-failure.ts'

/** Waits for an event of a socket. Fails if the socket fails or ends before. */
export function until(socket: Socket, event: 'connect' | 'secureConnect', failure: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => reject(new ProxyFailure(failure, cause instanceof Error ? { cause } : {}))
    socket.once(event, () => {
      socket.off('error', fail).off('end', fail).off('close', fail)
      resolve()
    })
    socket.on('error', fail).on('end', fail).on('close', fail)
  })
}
