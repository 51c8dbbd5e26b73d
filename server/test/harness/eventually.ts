import { AssertionError } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'

type Sight<Value> = Value | undefined | false

const betweenLooksMs = 20
/** Longer than anything takes on a busy machine. */
export const patienceMs = 60_000
const looksMin = 250

/**
 * Looks again and again until there is something to see. For what another process or instance does in its own time. It gives
 * up when the time is over and it could look often: on a machine so busy that each look waits for a core, it goes on for
 * longer.
 */
export async function eventually<Value>(
  what: string,
  look: () => Promise<Sight<Value>> | Sight<Value>,
  withinMs = patienceMs,
): Promise<Value> {
  const giveUpAt = performance.now() + withinMs
  for (let looks = 1; ; looks++) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > giveUpAt && looks > looksMin)
      throw new AssertionError({ message: `not within ${withinMs} ms: ${what}` })
    await pause(betweenLooksMs)
  }
}
