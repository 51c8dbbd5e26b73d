import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../lib/browser/fake-browser.ts'

fakeBrowser()
const { CallError } = await import('../../lib/api/call.ts')
const { asOwner, Cancelled, question: request } = await import('./owner.ts')

const refusal = (code: 'recent_login_required' | 'binding_last') => new CallError('refused', { status: 200, code })

function refusedOnce() {
  let calls = 0
  const action = async () => {
    calls += 1
    if (calls === 1) throw refusal('recent_login_required')
    return 'done'
  }
  return { action, calls: () => calls }
}
const sent = () => new Promise((resolve) => setImmediate(resolve))

test('an action that is allowed at once opens no dialog', async () => {
  assert.equal(await asOwner(async () => 'done'), 'done')
  assert.equal(request.get(), undefined)
})

test('an old sign-in is confirmed, then the same is done again', async () => {
  const { action, calls } = refusedOnce()
  const done = asOwner(action)
  await sent()
  request.get()?.onConfirmed()
  assert.equal(await done, 'done')
  assert.equal(calls(), 2)
  assert.equal(request.get(), undefined)
})

test('closing the dialog cancels the action', async () => {
  const { action, calls } = refusedOnce()
  const done = asOwner(action)
  await sent()
  request.get()?.onCancelled()
  await assert.rejects(done, Cancelled)
  assert.equal(calls(), 1)
})

test('another refusal opens no dialog', async () => {
  await assert.rejects(
    asOwner(async () => {
      throw refusal('binding_last')
    }),
    { code: 'binding_last' },
  )
  assert.equal(request.get(), undefined)
})
