import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

/** In this time instances have tried several times to write what they had to set aside. */
const manyRefusals = 60

/**
 * The worst failover: the standby falls behind, so that commits are on the primary alone and unconfirmed. Then the primary
 * crashes, the standby is promoted, and the old primary is back before PgBouncer is led to the new one. The old one shows
 * those commits, but confirms nothing, because its standby is gone: nothing may be taken as settled that only it knows.
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
    await pair.crash() // fencing: what waits there for a standby is given up
    await pause((seconds * 1000) / 2)
  },
}
