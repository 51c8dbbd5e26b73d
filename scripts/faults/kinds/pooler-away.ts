import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { Fault } from '../fault.ts'
import { patienceMs } from '../layout/layout.ts'

/** PgBouncer ends with all its connections, and is started again. */
export const poolerAway: Fault = {
  name: 'PgBouncer is killed and started again',
  mayRefuse: true,
  async run({ layout, load, seconds }) {
    const before = load.refused()
    await layout.bouncer.crash()
    await eventually('calls are refused', () => load.refused() > before + 10, patienceMs)
    await pause(seconds * 1000)
    await layout.bouncer.start()
  },
}
