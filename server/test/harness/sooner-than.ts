import { AssertionError } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * The outcome, which must be there before a timer of this process ends. What it waits for is a timer too: on a busy machine
 * both are late, and the one that ends first still does.
 */
export async function soonerThan<Value>(ms: number, outcome: Promise<Value>): Promise<Value> {
  const over = new AbortController()
  const late = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new AssertionError({ message: `not within ${ms} ms` })
  })
  try {
    return await Promise.race([outcome, late])
  } finally {
    over.abort()
    late.catch(() => {})
  }
}
