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

/** In this time instances have tried several times to write their spooled charges. */
const manyRefusals = 60

/**
 * The worst failover: the standby falls behind, so that commits are on the primary alone and unconfirmed. Then the
 * primary crashes, the standby is promoted, and the old primary is back before PgBouncer is pointed at the new one. The
 * old one shows those commits but confirms nothing, because its standby is gone: no instance may treat a charge as
 * settled that only the old primary has.
 */
export const oldPrimary: Fault = {
  name: 'the old primary returns beside the new one',
  mayRefuse: true,
  async run({ layout: { pair, bouncer }, load, seconds }) {
    await pair.detach()
    await load.untilRefused()
    await pair.crash()
    await pair.promote()
    await pair.start()
    await load.untilRefused(manyRefusals)
    await pause((seconds * 1000) / 2)
    bouncer.moveTo(pair.standby)
    await pair.crash() // fencing: commits that wait there for a standby are abandoned
    await pause((seconds * 1000) / 2)
  },
}
