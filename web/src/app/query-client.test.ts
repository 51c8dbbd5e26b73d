import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { fakeBrowser } from '../lib/browser/fake-browser.ts'

fakeBrowser()
const { CallError } = await import('../lib/api/call.ts')
const { endSession, session } = await import('../lib/session/session.ts')
const { toasts } = await import('../components/overlay/toast-list.ts')
const { enterOrg, leaveOrg } = await import('../lib/session/org-context.ts')
const { mayRetry, queryClient } = await import('./query-client.ts')

const user = { id: 7, username: 'lin', display_name: 'Lin', role: 1, status: 1, group: 'default' }
const refused = (status: number) => new CallError('no', { status })

beforeEach(() => toasts.set([]))
after(() => queryClient.clear()) // its timers would keep the process alive

test('only a missing connection or a server in trouble is tried again, and not for ever', () => {
  assert.equal(mayRetry(0, refused(0)), true)
  assert.equal(mayRetry(1, refused(503)), true)
  assert.equal(mayRetry(2, refused(503)), false)
  for (const status of [200, 400, 401, 404, 429, 500]) assert.equal(mayRetry(0, refused(status)), false, String(status))
  assert.equal(mayRetry(0, new TypeError('a fault of ours')), false)
})

const run = (options: { onError?: () => void }) =>
  queryClient
    .getMutationCache()
    .build(queryClient, { ...options, gcTime: 0, mutationFn: () => Promise.reject(refused(200)) })
    .execute(undefined)
    .catch(() => {})

test('an act that failed is said at once, unless the page says it itself', async () => {
  await run({})
  assert.deepEqual(
    toasts.get().map(({ kind, text }) => [kind, text]),
    [['error', 'no']],
  )
  toasts.set([])
  await run({ onError: () => {} })
  assert.deepEqual(toasts.get(), [])
})

test('nothing one account loaded is left for the next', () => {
  session.set(user)
  queryClient.setQueryData(['tokens'], ['secret'])
  session.set({ ...user, display_name: 'Lin Wei' })
  assert.deepEqual(queryClient.getQueryData(['tokens']), ['secret'])
  endSession('signed-out')
  session.set({ ...user, id: 8 })
  assert.equal(queryClient.getQueryData(['tokens']), undefined)
})

test('what one organisation pays for is not left for another, and what no organisation changes is kept', async () => {
  session.set(user)
  const load = (key: string, meta: Record<string, unknown>) =>
    queryClient.fetchQuery({ queryKey: [key], queryFn: () => [key], meta })
  await load('tokens', {})
  await load('status', { keptOnSwitch: true })
  enterOrg(31)
  assert.equal(queryClient.getQueryData(['tokens']), undefined)
  assert.deepEqual(queryClient.getQueryData(['status']), ['status'])
  await load('tokens', {})
  leaveOrg()
  assert.equal(queryClient.getQueryData(['tokens']), undefined)
})
