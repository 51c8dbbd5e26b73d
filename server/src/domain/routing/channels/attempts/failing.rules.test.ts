import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptsMax, failureKinds } from '@turnpike/contract/routing/channel-attempts'
import { AttemptRing, type KeptAttempt, type Outcome } from './attempt-ring.ts'
import { readAttempts, writeAttempts } from './attempt-text.ts'
import {
  affectedModel,
  failsByCalls,
  isFailed,
  mergeAttempts,
  recentFailures,
  recentOfModel,
  worstModel,
} from './failing.rules.ts'

const now = 1_800_000_000
const attempt = (changes: Partial<KeptAttempt> = {}): KeptAttempt => ({
  at: now - 60,
  ms: 120,
  outcome: 'ok',
  status: 0,
  model: 'gpt-4o',
  isRetry: false,
  ...changes,
})
const failed = (changes: Partial<KeptAttempt> = {}) => attempt({ outcome: 'rate_limited', status: 429, ...changes })
/** `x` is a failure, `.` a success, `r` a request that no channel would take; the newest is last. */
const history = (letters: string, changes: Partial<KeptAttempt> = {}): KeptAttempt[] => {
  const outcomes: Record<string, Outcome> = { x: 'overloaded', '.': 'ok', r: 'bad_request' }
  return [...letters].map((letter) => attempt({ outcome: outcomes[letter] ?? 'ok', ...changes }))
}

test('a channel fails by its calls when most of the newest ten failed, and three at least', () => {
  const table: [letters: string, fails: boolean][] = [
    ['', false],
    ['x', false],
    ['xx', false],
    ['xxx', true],
    ['.x.x.x', false],
    ['.xx.xx', true],
    ['..........xxxxx', false],
    ['..........xxxxxx', true],
    ['xxxxxxxxxx.....', false],
    ['xxxxxxxxxx....', true],
    ['xxxrrrrrrrrrr', true],
    ['rrrrrrrrrr', false],
    ['xrxrr', false],
  ]
  for (const [letters, fails] of table) assert.equal(failsByCalls(history(letters), now, 0), fails, letters)
})

test('calls of more than an hour ago, and those before the channel was changed, say nothing', () => {
  assert.equal(failsByCalls(history('xxxx', { at: now - 3600 }), now, 0), true)
  assert.equal(failsByCalls(history('xxxx', { at: now - 3601 }), now, 0), false)
  assert.equal(failsByCalls(history('xxxx', { at: now - 100 }), now, now - 101), true)
  assert.equal(failsByCalls(history('xxxx', { at: now - 100 }), now, now - 100), false)
})

test('a channel has failed when it was disabled for it, by a test, or by its calls', () => {
  const cooldown = { status: 1, failed_time: 0 }
  assert.equal(isFailed(cooldown, false), false)
  assert.equal(isFailed({ ...cooldown, status: 2 }, false), false)
  assert.equal(isFailed({ ...cooldown, status: 3 }, false), true)
  assert.equal(isFailed({ ...cooldown, failed_time: 5 }, false), true)
  assert.equal(isFailed(cooldown, true), true)
})

test('a channel that fails by its calls has the failures in the newest rows of its processes', () => {
  assert.equal(recentFailures(history('x.........')), 1)
  assert.equal(recentFailures(history('x..........')), 0)
  assert.equal(recentFailures(history('xrrrrrrrrrrrr')), 1)
  assert.equal(recentFailures([]), 0)
})

test('the attempts of several processes are one history of the newest fifty', () => {
  const one = Array.from({ length: 40 }, (_, index) => attempt({ at: now - 100 + 2 * index, model: 'one' }))
  const two = Array.from({ length: 40 }, (_, index) => attempt({ at: now - 99 + 2 * index, model: 'two' }))
  const merged = mergeAttempts([one, two])
  assert.equal(merged.length, attemptsMax)
  assert.deepEqual(
    merged.map(({ at }) => at),
    Array.from({ length: attemptsMax }, (_, index) => now - 70 + index),
  )
})

test('a ring keeps the newest fifty and can amend one that is still there', () => {
  const ring = new AttemptRing()
  const numbers = Array.from({ length: 60 }, (_, index) => ring.note(attempt({ at: now + index, ms: index + 0.4 })))
  assert.deepEqual(
    ring.list().map(({ at, ms }) => [at - now, ms]),
    Array.from({ length: 50 }, (_, index) => [index + 10, index + 10]),
  )
  assert.equal(ring.amend(numbers[9] ?? 0, 'network', 502), false)
  assert.equal(ring.amend(numbers[10] ?? 0, 'network', 502), true)
  assert.equal(ring.amend(60, 'network', 502), false)
  assert.deepEqual(
    ring.list().flatMap(({ outcome, status, at }) => (outcome === 'ok' ? [] : [[outcome, status, at]])),
    [['network', 502, now + 10]],
  )
})

test('every outcome survives being written, in a short text', () => {
  const every = failureKinds.map((outcome, index) =>
    attempt({
      outcome,
      status: 400 + index,
      at: now + index,
      isRetry: index % 2 === 1,
      model: `model "${index % 3}"\0`,
    }),
  )
  assert.deepEqual(readAttempts(writeAttempts(every)), every)
  const usual = Array.from({ length: attemptsMax }, (_, index) => attempt({ at: now + index * 7, ms: 1234 }))
  assert.ok(writeAttempts(usual).length < 1000, `${writeAttempts(usual).length} bytes`)
})

test('what cannot be read counts as absent', () => {
  for (const text of ['', '[]', '{', 'null', '{"from":1}', '{"from":1,"models":[],"outcomes":[],"rows":[[0,0,0,0,0]]}'])
    assert.deepEqual(readAttempts(text), [], text)
  const newer = '{"from":1,"models":["m"],"outcomes":["ok 0","melted 500"],"rows":[[0,1,0,0,0],[1,1,1,0,0]]}'
  assert.deepEqual(
    readAttempts(newer).map(({ outcome }) => outcome),
    ['ok'],
  )
})

const seen = (channel_id: number, attempts: KeptAttempt[]) => ({ channel_id, attempts })

const share = (...args: Parameters<typeof affectedModel>) => {
  const { model, percent } = affectedModel(...args) ?? {}
  return { model, percent }
}

test('the affected share is that of calls which failed first on a failing channel', () => {
  const failing = new Set([1])
  const retried = [...history('...', { isRetry: true }), ...history('.....')]
  assert.deepEqual(affectedModel([seen(1, history('xxx')), seen(2, retried)], failing, now), {
    model: 'gpt-4o',
    percent: 38, // three of eight calls
    total: 8,
    failed: 3,
    last_at: now - 60,
  })
  assert.equal(affectedModel([seen(1, history('...')), seen(2, history('xxx'))], failing, now), null)
  assert.equal(affectedModel([seen(1, history('rrr'))], failing, now), null)
  assert.equal(affectedModel([seen(1, history('xxx', { at: now - 3601 }))], failing, now), null)
})

test('the model with the most affected calls is named', () => {
  const rows = [
    seen(1, [...history('xx', { model: 'rare' }), ...history('xxx', { model: 'usual' })]),
    seen(2, history('.'.repeat(27), { model: 'usual' })),
  ]
  assert.deepEqual(share(rows, new Set([1]), now), { model: 'usual', percent: 10 })
})

test('a busy channel counts by its rate, because only its newest fifty attempts are known', () => {
  const busy = Array.from({ length: 50 }, (_, index) => attempt({ at: now - 50 + index })) // one a second
  const broken = [failed(), failed(), failed()] // three an hour
  assert.deepEqual(share([seen(1, broken), seen(2, busy)], new Set([1]), now), { model: 'gpt-4o', percent: 1 })
  const brokenToo = Array.from({ length: 50 }, (_, index) => failed({ at: now - 50 + index }))
  assert.deepEqual(share([seen(1, brokenToo), seen(2, busy)], new Set([1]), now), {
    model: 'gpt-4o',
    percent: 50,
  })
})

test('the newest requests of a model are counted without those of other models, of clients and of before', () => {
  const attempts = [
    ...history('xx', { at: now - 3601 }),
    ...history('xx', { at: now - 100 }),
    ...history('xxx', { model: 'other' }),
    ...history('r.'),
    failed({ status: 404, at: now - 5 }),
    failed({ status: 404, at: now - 4 }),
  ]
  const { last, ...counts } = recentOfModel(attempts, 'gpt-4o', now, now - 100)
  assert.deepEqual(counts, { model: 'gpt-4o', total: 3, failed: 2, last_at: now - 4 })
  assert.equal(last?.status, 404)
  assert.deepEqual(recentOfModel(attempts, 'nothing', now, 0), {
    ...{ model: 'nothing', total: 0, failed: 0, last_at: 0 },
    last: undefined,
  })
})

test('the worst model of a channel is the one with the most failures, not the one with the most requests', () => {
  const attempts = [...history('......x', { model: 'usual' }), ...history('xxr', { model: 'broken' })]
  assert.deepEqual(worstModel(attempts, now, 0), { model: 'broken', total: 2, failed: 2, last_at: now - 60 })
  assert.equal(worstModel(attempts, now, now), null, 'what was before the last change of the channel does not count')
  assert.equal(worstModel(history('..r'), now, 0), null)
})
