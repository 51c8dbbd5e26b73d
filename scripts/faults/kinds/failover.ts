import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

/** The primary crashes, its synchronous standby is promoted, and PgBouncer is pointed at it. */
export const failover: Fault = {
  name: 'the standby is promoted',
  mayRefuse: true,
  async run({ layout: { pair, bouncer }, load, seconds }) {
    await pair.crash()
    await load.untilRefused()
    await pause((seconds * 1000) / 2)
    await pair.promote()
    bouncer.moveTo(pair.standby)
    await pause((seconds * 1000) / 2)
  },
}
