import { randomFillSync } from 'node:crypto'

export const requestIdHeader = 'X-Oneapi-Request-Id' // the family's name: support tools look for it

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomLength = 8

/** Time in UTC, the nanoseconds of this machine's own clock, and eight random characters: two processes never agree. */
export function newRequestId(now = Date.now(), nanoseconds = process.hrtime()[1] % 1_000_000): string {
  return `${timeText(now)}${String(nanoseconds).padStart(6, '0')}${randomText()}`
}

let lastSecond = -1
let lastText = ''

/** Every call has an id, and thousands share a second: its text is made once. */
function timeText(now: number): string {
  const second = Math.floor(now / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastText = new Date(second * 1000).toISOString().slice(0, 19).replace(/[-:T]/g, '')
  }
  return lastText + String(now % 1000).padStart(3, '0')
}

// Asking the system for a few random bytes costs more than everything else here, so they are drawn in stock.
const stock = Buffer.alloc(4096)
let used = stock.length

function randomText(): string {
  if (used + randomLength > stock.length) {
    randomFillSync(stock)
    used = 0
  }
  let text = ''
  for (let end = used + randomLength; used < end; used++) text += alphabet[(stock[used] ?? 0) % alphabet.length]
  return text
}
