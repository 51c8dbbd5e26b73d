import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Fault, runFault, shortest } from '../../../scripts/faults/fault.ts'
import { type Layout, startLayout } from '../../../scripts/faults/layout/layout.ts'

/**
 * On a busy machine a commit may take longer than a call waits for its hold, which is then refused whatever else happens. A
 * part of the layout that calls cannot do without refuses more than this.
 */
const busyShare = 1 / 3

/** Registers the short form of each fault, one after the other on one layout; one that ends the standby comes last. */
export function testFaults(...faults: Fault[]): void {
  let layout: Layout
  before(async () => {
    layout = await startLayout()
  })
  after(() => layout.stop())
  for (const fault of faults)
    test(`${fault.name}: every call is charged once, or refused before it is sent`, async () => {
      const { sent, refused, refusal, lost, doubled, failed, wrong } = await runFault(layout, fault, shortest)
      assert.deepEqual({ lost, doubled, failed, wrong }, { lost: 0, doubled: 0, failed: 0, wrong: [] })
      assert.ok(fault.mayRefuse || refused <= sent * busyShare, `${refused} of ${sent} refused: ${refusal}`)
    })
}
