import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { WalFile } from './sqlite-wal.ts'

type Done = (error: Error | null) => void

function given(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'test.db-wal'), 'frames')
  const sent: Done[] = []
  const wal = new WalFile(join(folder, 'test.db'), (_, done) => void sent.push(done))
  t.after(() => wal.close())
  const done: string[] = []
  const wait = (name: string) => wal.durable().then(() => void done.push(name))
  return { wal, sent, done, wait }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('callers during a sync wait for the next sync, and all of them for the same', async (t) => {
  const { sent, done, wait } = given(t)
  const waiting = [wait('first'), wait('second'), wait('third')]
  assert.equal(sent.length, 1, 'what the second committed may have come too late for it')
  sent[0]?.(null)
  await waiting[0]
  await turn()
  assert.deepEqual(done, ['first'])
  assert.equal(sent.length, 2)
  sent[1]?.(null)
  await Promise.all(waiting)
  assert.deepEqual(done, ['first', 'second', 'third'])
  assert.equal(sent.length, 2)
})

test('a failed sync fails its waiting callers, and the others get a new one', async (t) => {
  const { sent, done, wait } = given(t)
  const first = wait('first')
  const second = wait('second')
  sent[0]?.(new Error('input/output'))
  await assert.rejects(first, /input\/output/)
  await turn()
  sent[1]?.(null)
  await second
  assert.deepEqual(done, ['second'])
})

test('a log that is not there is a failure, not a success', async () => {
  const wal = new WalFile('/nowhere/test.db')
  await assert.rejects(wal.durable(), /ENOENT/)
  await assert.rejects(wal.durable(), /ENOENT/)
})
