import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { Fault } from '../fault.ts'
import { patienceMs } from '../layout/layout.ts'

/**
 * The primary crashes, its synchronous standby is promoted, and PgBouncer is pointed at it. Then the old primary comes back
 * and PgBouncer is led there by mistake: it confirms no commit, because its standby is gone. The layout has no standby
 * afterwards.
 */
export const failover: Fault = {
  name: 'the standby is promoted, the old primary returns',
  mayRefuse: true,
  async run({ layout, load, seconds }) {
    const { pair, bouncer } = layout
    const untilRefused = async () => {
      const before = load.refused()
      await eventually('calls are refused', () => load.refused() > before + 10, patienceMs)
    }
    await pair.crash()
    await untilRefused()
    await pause((seconds * 1000) / 2)
    await pair.promote()
    bouncer.moveTo(pair.standby)
    await layout.untilReady()
    await load.goOn(seconds / 2)

    await pair.start()
    bouncer.moveTo(pair.primary)
    await untilRefused()
    bouncer.moveTo(pair.standby)
    await pair.crash() // fencing: what waits there for a standby is given up
  },
}
