import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

/** PgBouncer ends with all its connections, and is started again. */
export const poolerAway: Fault = {
  name: 'PgBouncer is killed and started again',
  mayRefuse: true,
  async run({ layout, load, seconds }) {
    await layout.bouncer.crash()
    await load.untilRefused()
    await pause(seconds * 1000)
    await layout.bouncer.start()
  },
}
