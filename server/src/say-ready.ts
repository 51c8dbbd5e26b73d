import type { Log } from './log.ts'

export function sayReady(log: Log, url: string, fields: Record<string, unknown> = {}): void {
  log.info('ready', { url, ...fields })
  if (process.stdout.isTTY) console.log(`\n  Turnpike is at ${url}\n`)
}
