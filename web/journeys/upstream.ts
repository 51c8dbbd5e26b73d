import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type MockUpstream, startMockUpstream } from '../../mock-upstream/server.ts'

let running: MockUpstream | undefined

/** Starts a mock upstream for the journeys of this file. */
export function withUpstream() {
  before(async () => {
    running = await startMockUpstream()
  })
  after(() => running?.stop())
}

/** The mock upstream of the file that runs. Files of one process run one after the other. */
export function upstream(): MockUpstream {
  assert.ok(running, 'this file does not call withUpstream()')
  return running
}
