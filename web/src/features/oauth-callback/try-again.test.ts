import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../lib/browser/fake-browser.ts'

fakeBrowser()
const { CallError } = await import('../../lib/api/call.ts')
const { tryAgain } = await import('./try-again.ts')

const failing = (statuses: number[]) => {
  const waits: number[] = []
  const retries: number[] = []
  const left = [...statuses]
  const attempt = async () => {
    const status = left.shift()
    if (status !== undefined) throw new CallError(`status ${status}`, { status })
    return 'in'
  }
  const wait = async (seconds: number) => void waits.push(seconds)
  return { run: () => tryAgain(attempt, wait, (retry) => retries.push(retry)), waits, retries }
}

test('a broken line is tried again, each time after a longer pause', async () => {
  const { run, waits, retries } = failing([0, 0, 0])
  assert.equal(await run(), 'in')
  assert.deepEqual(
    [waits, retries],
    [
      [2, 4, 6],
      [1, 2, 3],
    ],
  )
})

test('after three retries it stays broken', async () => {
  const { run, waits } = failing([0, 0, 0, 0])
  await assert.rejects(run(), { message: 'status 0' })
  assert.equal(waits.length, 3)
})

test('a response is final: the code cannot be used twice', async () => {
  for (const status of [200, 403, 429, 500, 502]) {
    const { run, waits } = failing([status])
    await assert.rejects(run(), { message: `status ${status}` })
    assert.deepEqual(waits, [])
  }
})
