import { flushCompileCache } from 'node:module'
import type { Log } from '../log.ts'

export function sayReady(log: Log, url: string, fields: Record<string, unknown> = {}): void {
  flushCompileCache() // now, because a process that is killed would leave nothing for the next start
  log.info('ready', { url, ...fields })
  if (process.stdout.isTTY) console.log(`\n  Turnpike is at ${url}\n`)
}
