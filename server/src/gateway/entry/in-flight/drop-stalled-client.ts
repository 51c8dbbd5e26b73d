import type { FastifyReply } from 'fastify'
import type { RelayDeps } from '../relay-deps.ts'

/** Disconnects a client that reads nothing for as long as an upstream may be silent. Give the timer to clearInterval. */
export function dropStalledClient({ raw }: FastifyReply, { config }: RelayDeps): NodeJS.Timeout {
  let waiting = 0
  const look = () => {
    const { writableLength, writableNeedDrain } = raw
    if (writableNeedDrain && writableLength === waiting) raw.destroy()
    waiting = writableNeedDrain ? writableLength : 0
  }
  return setInterval(look, config.STREAMING_TIMEOUT * 1000)
}
