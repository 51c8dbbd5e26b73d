// Loaded before the server of a process: says on standard error when it looks up or connects to anything, lets its jobs run
// without delay, and says so once each of them has run.
import { subscribe } from 'node:diagnostics_channel'
import dns from 'node:dns'
import { writeSync } from 'node:fs'

const say = (text: string) => writeSync(2, `${text}\n`)

subscribe('net.client.socket', () => say('connects'))
const { lookup } = dns
dns.lookup = ((...given: Parameters<typeof lookup>) => {
  if (given[0] !== process.env.HOST) say(`looks up ${given[0]}`)
  return lookup(...given)
}) as typeof lookup

const faster = 100_000
const waiting = new Set<NodeJS.Timeout>()
/** Those that were begun for something that is over, as within a warm-up, are not waited for. */
function done(timer: NodeJS.Timeout) {
  if (waiting.delete(timer) && waiting.size === 0) say('every job has run')
}
const { setInterval: begin, clearInterval: end } = globalThis
globalThis.setInterval = ((work: () => void, ms = 0) => {
  const timer: NodeJS.Timeout = begin(() => {
    work()
    done(timer)
  }, ms / faster)
  waiting.add(timer)
  return timer
}) as typeof setInterval
globalThis.clearInterval = ((timer: NodeJS.Timeout) => {
  end(timer)
  waiting.delete(timer)
}) as typeof clearInterval
