import { randomFillSync } from 'node:crypto'

export const requestIdHeader = 'x-oneapi-request-id' // the header name of related gateways, which support tools look for

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomLength = 8

/** Time in UTC, nanoseconds of the monotonic clock, and eight random characters: unique over all processes. */
export function newRequestId(now = Date.now(), nanoseconds = process.hrtime()[1] % 1_000_000): string {
  return `${timeText(now)}${String(nanoseconds).padStart(6, '0')}${randomText()}`
}

let lastSecond = -1
let lastText = ''

/** Thousands of request ids share a second, so its text is made once. */
function timeText(now: number): string {
  const second = Math.floor(now / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastText = new Date(second * 1000).toISOString().slice(0, 19).replace(/[-:T]/g, '')
  }
  return lastText + String(now % 1000).padStart(3, '0')
}

// A system call for a few random bytes costs more than the rest of the id, so random bytes are drawn in bulk.
const pool = Buffer.alloc(4096)
let used = pool.length

function randomText(): string {
  if (used + randomLength > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let text = ''
  for (let end = used + randomLength; used < end; used++) text += alphabet[(pool[used] ?? 0) % alphabet.length]
  return text
}
