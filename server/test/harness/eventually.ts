import { AssertionError } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'

type Sight<Value> = Value | undefined | false

/** Looks again and again until there is something to see. For what another process or instance does in its own time. */
export async function eventually<Value>(
  what: string,
  look: () => Promise<Sight<Value>> | Sight<Value>,
  withinMs = 2000,
): Promise<Value> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > giveUpAt) throw new AssertionError({ message: `not within ${withinMs} ms: ${what}` })
    await pause(20)
  }
}
