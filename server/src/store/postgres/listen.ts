import type { Client } from 'pg'
import type { Log } from '../../log.ts'
import { isPooled, postgresLibrary } from './library.ts'
import { postgresClient } from './postgres.ts'

type Options = { retryMs: number; log: Pick<Log, 'warn' | 'info'> }

/**
 * Calls `onNotify` for every NOTIFY on `channel`, and after each (re)connection, since a NOTIFY may have been missed.
 * It uses a connection of its own: a pooled one would lose the LISTEN or block a pool slot. LISTEN does not work
 * through a connection pooler; the polling of the caller is enough then.
 */
export function listen(url: string, channel: string, onNotify: () => void, { retryMs, log }: Options) {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> | undefined
  let stopped = false
  let isAway = false

  const lost = (from: Client) => {
    if (from !== client || stopped) return
    client = undefined
    if (!isAway) log.warn('database notifications lost, polling meanwhile')
    isAway = true
    timer = setTimeout(connect, retryMs)
  }
  function connect() {
    const next = new (postgresLibrary().Client)(postgresClient(url))
    client = next
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', onNotify)
    connecting = attempt(next)
  }
  async function attempt(next: Client) {
    try {
      await next.connect()
      if (await isPooled(next)) return await giveUp(next)
      await next.query(`LISTEN ${next.escapeIdentifier(channel)}`)
      log.info('listening for database notifications')
      isAway = false
      onNotify()
    } catch {
      lost(next)
      await next.end().catch(() => {})
    }
  }
  async function giveUp(next: Client) {
    client = undefined
    log.info('no database notifications through a connection pooler: changes are seen by polling')
    await next.end()
  }
  connect()
  return {
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}
