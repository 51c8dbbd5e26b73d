import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { stopWhenSilent } from './stop-when-silent.ts'

const eventOf = (type: string, name: string) => ({ type, data: { name } }) as TestEvent

test('a process is stopped when a test never ends, and the error names the test', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const stop = new AbortController()
  async function* events() {
    yield eventOf('test:dequeue', 'short')
    yield eventOf('test:complete', 'short')
    t.mock.timers.tick(9 * 60_000)
    yield eventOf('test:dequeue', 'endless')
    t.mock.timers.tick(9 * 60_000)
    assert.equal(stop.signal.aborted, false)
    const stopped = once(stop.signal, 'abort')
    t.mock.timers.tick(60_000)
    await stopped
  }
  for await (const _ of stopWhenSilent(events(), stop));
  assert.equal(stop.signal.reason.message, 'No test has begun or ended for 10 minutes. Running: endless')
})
