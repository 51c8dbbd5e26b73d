import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { type MockUpstream, startMockUpstream } from '../../../mock-upstream/server.ts'
import { type DemoServer, startDemoServer } from '../../../scripts/demo/demo-server.ts'

/** Not the default password: with that one every page also loads the code of a warning. */
export const rootPassword = 'set-by-the-operator'

/** Gives the tests of this file a console in which every list has rows. */
export function demoConsole(): () => DemoServer {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  let upstream: MockUpstream | undefined
  let demo: DemoServer | undefined
  before(async () => {
    upstream = await startMockUpstream({ record: false })
    demo = await startDemoServer({ folder, upstream, now: Math.floor(Date.now() / 1000), rootPassword })
  })
  after(async () => {
    await demo?.stop()
    await upstream?.stop()
    rmSync(folder, { recursive: true })
  })
  return () => {
    assert.ok(demo)
    return demo
  }
}
