import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../test/harness/eventually.ts'
import { silent } from '../../../../test/harness/ledger.ts'
import { DatabaseAway } from './failure.ts'
import { GroupCommit, type GroupCommitLimits } from './group-commit.ts'

/** So patient that nothing is given up because the machine is busy. */
const limits: GroupCommitLimits = { batchMax: 4, queueMax: 10, giveUpMs: 60_000, awayAfterMs: 60_000 }
const impatient = { giveUpMs: 300, awayAfterMs: 100 }
const deadlock = () => Object.assign(new Error('deadlock'), { code: '40P01' })
const lockTimeout = () => Object.assign(new Error('lock'), { code: '55P03' })

/** A database that answers an operation with itself in capitals, unless told otherwise. */
function given(t: TestContext, change: Partial<GroupCommitLimits> = {}) {
  const database = {
    batches: [] as string[][],
    /** What happens to a batch before it is answered. */
    meets: async (_: readonly string[]): Promise<void> => {},
    returns: 0,
  }
  const commits = new GroupCommit<string, string>({
    ...limits,
    ...change,
    log: silent,
    keyOf: ([first]) => first,
    onBack: () => {
      database.returns += 1
    },
    async execute(operations) {
      database.batches.push([...operations])
      await database.meets(operations)
      return operations.map((operation) => operation.toUpperCase())
    },
  })
  t.after(() => commits.close())
  return { database, commits }
}

test('everyone is woken with their own outcome, and those who wait share a commit', async (t) => {
  const { database, commits } = given(t)
  const outcomes = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((one) => commits.submit(one)))
  assert.deepEqual(outcomes, ['A', 'B', 'C', 'D', 'E', 'F'])
  assert.deepEqual(database.batches, [
    ['a', 'b', 'c', 'd'],
    ['e', 'f'],
  ])
  assert.deepEqual(commits.counts, { batches: 2, operations: 6 })
})

test('a batch begins when the last one ended, never before', async (t) => {
  const { database, commits } = given(t)
  const first = Promise.withResolvers<void>()
  database.meets = () => first.promise
  const one = commits.submit('a')
  await eventually('the first batch runs', () => database.batches.length === 1)
  const others = [commits.submit('b'), commits.submit('c')]
  await pause(20)
  assert.equal(database.batches.length, 1)
  first.resolve()
  await Promise.all([one, ...others])
  assert.deepEqual(database.batches, [['a'], ['b', 'c']])
})

test('the queue has an end, and whoever does not fit is refused at once', async (t) => {
  const { database, commits } = given(t)
  const stuck = Promise.withResolvers<void>()
  database.meets = () => stuck.promise
  const running = commits.submit('running')
  await eventually('a batch runs', () => database.batches.length === 1)
  const waiting = Array.from({ length: limits.queueMax }, (_, index) => commits.submit(`w${index}`))
  await assert.rejects(commits.submit('one too many'), DatabaseAway)
  stuck.resolve()
  assert.equal((await Promise.all([running, ...waiting])).length, 11)
  assert.ok(!database.batches.flat().includes('one too many'))
})

test('a batch that lost against another transaction is tried again as it is', async (t) => {
  const { database, commits } = given(t)
  let losses = 3
  database.meets = async () => {
    if (losses-- > 0) throw deadlock()
  }
  assert.deepEqual(await Promise.all([commits.submit('a'), commits.submit('b')]), ['A', 'B'])
  assert.deepEqual(database.batches, Array(4).fill(['a', 'b']))
})

test('a poisonous operation fails alone', async (t) => {
  const { database, commits } = given(t)
  database.meets = async (operations) => {
    if (operations.includes('b')) throw new Error('constraint')
  }
  const results = await Promise.allSettled(['a', 'b', 'c'].map((one) => commits.submit(one)))
  assert.deepEqual(results, [
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: new Error('constraint') },
    { status: 'fulfilled', value: 'C' },
  ])
})

test('what runs into a lock for too long is away, and only what needs the same lock', async (t) => {
  const { database, commits } = given(t)
  database.meets = async (operations) => {
    if (operations.some((operation) => operation.startsWith('b'))) throw lockTimeout()
  }
  const results = await Promise.allSettled(['a', 'b1', 'b2', 'c'].map((one) => commits.submit(one)))
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? result.reason.constructor : result.value)),
    ['A', DatabaseAway, DatabaseAway, 'C'],
  )
  assert.deepEqual(database.batches, [['a', 'b1', 'b2', 'c'], ['a'], ['b1', 'b2'], ['c']])
  assert.equal(commits.isAway, false)
})

test('a short absence is waited out', async (t) => {
  const { database, commits } = given(t)
  let failures = 5
  database.meets = async () => {
    if (failures-- > 0) throw new DatabaseAway('gone')
  }
  assert.equal(await commits.submit('a'), 'A')
  assert.equal(database.returns, 0)
})

test('a longer one refuses everyone at once until the database answers again', async (t) => {
  const { database, commits } = given(t, impatient)
  let isGone = true
  database.meets = async () => {
    if (isGone) throw new DatabaseAway('gone')
  }
  await assert.rejects(commits.submit('a'), (error) => error instanceof DatabaseAway && error.wasSent)
  assert.equal(commits.isAway, true)
  const count = database.batches.length
  await assert.rejects(commits.submit('b'), (error) => error instanceof DatabaseAway && !error.wasSent)
  assert.ok(!database.batches.slice(count).flat().includes('b'))
  isGone = false
  await eventually('it is back', () => !commits.isAway)
  assert.equal(database.returns, 1)
  assert.equal(await commits.submit('c'), 'C')
})

test('a database that does not answer is given up, and its late answer wakes nobody twice', async (t) => {
  const { database, commits } = given(t, impatient)
  const answer = Promise.withResolvers<void>()
  database.meets = () => answer.promise
  const sent = commits.submit('a')
  await eventually('it was sent', () => database.batches.length === 1)
  const waiting = commits.submit('b')
  await assert.rejects(sent, (error) => error instanceof DatabaseAway && error.wasSent)
  await assert.rejects(waiting, (error) => error instanceof DatabaseAway && !error.wasSent)
  assert.equal(commits.isAway, true)
  database.meets = async () => {}
  answer.resolve()
  await eventually('it is back', () => !commits.isAway)
  assert.deepEqual(database.batches, [['a']], 'what was given up is not tried again')
})

test('a database that fails after it was given up is asked until it answers, and not for what was given up', async (t) => {
  const { database, commits } = given(t, impatient)
  const answer = Promise.withResolvers<void>()
  database.meets = () => answer.promise
  await assert.rejects(commits.submit('a'), DatabaseAway)
  await eventually('it is away', () => commits.isAway)
  database.meets = async () => {}
  answer.reject(new DatabaseAway('the connection broke'))
  await eventually('it is back', () => !commits.isAway)
  assert.equal(await commits.submit('b'), 'B')
  assert.deepEqual(database.batches, [['a'], [], ['b']])
})

test('closing commits what waits and takes no more', async (t) => {
  const { database, commits } = given(t)
  const waiting = ['a', 'b', 'c', 'd', 'e'].map((one) => commits.submit(one))
  await commits.close()
  assert.deepEqual(await Promise.all(waiting), ['A', 'B', 'C', 'D', 'E'])
  await assert.rejects(commits.submit('f'), DatabaseAway)
  assert.equal(database.batches.length, 2)
})
