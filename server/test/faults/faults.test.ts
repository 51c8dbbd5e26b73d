import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Fault, runFault, shortest } from '../../../scripts/faults/fault.ts'
import { failover } from '../../../scripts/faults/kinds/failover.ts'
import { paused } from '../../../scripts/faults/kinds/paused.ts'
import { pausedPastExpiry } from '../../../scripts/faults/kinds/paused-past-expiry.ts'
import { poolerAway } from '../../../scripts/faults/kinds/pooler-away.ts'
import { redisAway } from '../../../scripts/faults/kinds/redis-away.ts'
import { rollingRestart } from '../../../scripts/faults/kinds/rolling-restart.ts'
import { wrongClocks } from '../../../scripts/faults/kinds/wrong-clocks.ts'
import { type Layout, startLayout } from '../../../scripts/faults/layout/layout.ts'

let layout: Layout
before(async () => {
  layout = await startLayout()
})
after(() => layout.stop())

/** In this order: the last one leaves the layout without a standby. */
const faults: Fault[] = [redisAway, paused, pausedPastExpiry, wrongClocks, rollingRestart, poolerAway, failover]
for (const fault of faults)
  test(`${fault.name}: every call is charged once or refused before it is sent`, async () => {
    const { lost, doubled, failed, wrong } = await runFault(layout, fault, shortest)
    assert.deepEqual({ lost, doubled, failed, wrong }, { lost: 0, doubled: 0, failed: 0, wrong: [] })
  })
