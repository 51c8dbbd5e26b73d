import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventually } from '../../../../../test/harness/eventually.ts'
import { silent } from '../../../../../test/harness/ledger.ts'
import { DatabaseAway } from './database-failure.ts'
import { LeftOut, type LockMode } from './executor.ts'
import { GroupCommit, type GroupCommitLimits } from './group-commit.ts'

/** So patient that nothing is given up because the machine is busy. */
const limits: GroupCommitLimits = {
  batchMax: 4,
  queueMax: 10,
  giveUpMs: 60_000,
  awayAfterMs: 60_000,
  contendedMs: 0,
  gatherMs: 0,
}
const impatient = { giveUpMs: 300, awayAfterMs: 100 }
/** More turns of the event loop than a batch gathers operations for. */
async function manyTurns() {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}
const deadlock = () => Object.assign(new Error('deadlock'), { code: '40P01' })
const lockTimeout = () => Object.assign(new Error('lock'), { code: '55P03' })

/** A database whose outcome is the operation in capitals, unless a test sets another. */
function given(t: TestContext, change: Partial<GroupCommitLimits> = {}) {
  const database = {
    batches: [] as string[][],
    modes: [] as LockMode[],
    /** What happens to a batch before it is answered. */
    meets: async (_: readonly string[], __: LockMode): Promise<void> => {},
    /** What other transactions have locked: the first letters of the operations that need it. */
    locked: [] as string[],
    returns: 0,
    late: [] as string[],
  }
  const commits = new GroupCommit<string, string>({
    ...limits,
    ...change,
    log: silent,
    locksOf: ([first = '']) => [first],
    kindOf: (operation) => operation.slice(2),
    isDoneAtCommit: () => false,
    onBack: () => {
      database.returns += 1
    },
    onLate: (_, outcome) => {
      database.late.push(outcome)
    },
    async execute(operations, mode) {
      database.batches.push([...operations])
      database.modes.push(mode)
      await database.meets(operations, mode)
      const lockOf = ([first = '']: string) => (database.locked.includes(first) ? first : undefined)
      if (mode === 'wait' && operations.some(lockOf)) throw lockTimeout()
      return operations.map((operation) => {
        const lock = lockOf(operation)
        return lock ? new LeftOut(lock) : operation.toUpperCase()
      })
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
  await manyTurns()
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

test('whoever needs a lock waits for it beside the others, together with those who need the same', async (t) => {
  const { database, commits } = given(t, { giveUpMs: 60_000 })
  database.locked = ['b']
  const locked = [commits.submit('b1'), commits.submit('b2')]
  assert.deepEqual(await Promise.all([commits.submit('a'), commits.submit('c')]), ['A', 'C'])
  assert.deepEqual(database.batches[0], ['b1', 'b2', 'a', 'c'])
  await eventually('the lock stays', () => database.modes.includes('skip all'))
  const sent = database.batches.length
  locked.push(commits.submit('b3'))
  assert.equal(await commits.submit('d'), 'D')
  const main = database.batches.slice(sent).filter((_, index) => database.modes[sent + index] === 'skip')
  assert.deepEqual(main, [['d']], 'a lock that is known to stay is not tried in the main line')
  assert.equal(commits.waiting, 3)
  assert.equal(database.modes.filter((mode) => mode === 'wait').length, 1, 'nor waited for again')
  database.locked = []
  assert.deepEqual(await Promise.all(locked), ['B1', 'B2', 'B3'])
  assert.equal(await commits.submit('b4'), 'B4')
  assert.equal(database.modes.at(-1), 'skip')
  assert.equal(commits.isAway, false)
})

test('while somebody waits for a lock, the others do not wait for them', async (t) => {
  const { database, commits } = given(t, { giveUpMs: 60_000 })
  const lock = Promise.withResolvers<void>()
  database.locked = ['b']
  database.meets = (_, mode) => (mode === 'wait' ? lock.promise : Promise.resolve())
  const waiting = commits.submit('b')
  await eventually('it waits', () => database.modes.includes('wait'))
  for (const one of ['a', 'c', 'd']) assert.equal(await commits.submit(one), one.toUpperCase())
  database.locked = []
  lock.resolve()
  assert.equal(await waiting, 'B')
})

test('what needs a row in contention waits for it at once, without a try in vain, and what does not goes on as before', async (t) => {
  const { database, commits } = given(t, { contendedMs: 60_000 })
  database.locked = ['b']
  database.meets = async (_, mode) => {
    if (mode === 'wait') database.locked = [] // which the other instance has released by then
  }
  assert.equal(await commits.submit('b1'), 'B1')
  assert.deepEqual(database.modes, ['skip', 'wait'])
  assert.deepEqual(await Promise.all([commits.submit('b2'), commits.submit('b3')]), ['B2', 'B3'])
  assert.deepEqual(database.batches.slice(2), [['b2', 'b3']])
  assert.deepEqual(database.modes.slice(2), ['wait'])
  assert.equal(await commits.submit('a'), 'A')
  assert.equal(database.modes.at(-1), 'skip')
})

test('operations that need a row in contention gather for a moment, and share one wait', async (t) => {
  const { database, commits } = given(t, { contendedMs: 60_000, gatherMs: 50 })
  database.locked = ['b']
  database.meets = async (_, mode) => {
    if (mode === 'wait') database.locked = []
  }
  assert.equal(await commits.submit('b1'), 'B1')
  const first = commits.submit('b2')
  await manyTurns()
  assert.deepEqual(await Promise.all([first, commits.submit('b3')]), ['B2', 'B3'])
  assert.deepEqual(database.batches.slice(2), [['b2', 'b3']])
})

test('a row that was in contention is tried in the main line again after a while', async (t) => {
  const { database, commits } = given(t, { contendedMs: 20 })
  database.locked = ['b']
  database.meets = async (_, mode) => {
    if (mode === 'wait') database.locked = []
  }
  assert.equal(await commits.submit('b1'), 'B1')
  await eventually('the main line is tried', async () => {
    await commits.submit('b2')
    return database.modes.at(-1) === 'skip'
  })
})

test('a lock that stays is given up in time, and what needs it was never done', async (t) => {
  const { database, commits } = given(t, { giveUpMs: 300 })
  database.locked = ['b']
  for (const one of ['b1', 'b2'])
    await assert.rejects(commits.submit(one), (error) => error instanceof DatabaseAway && !error.wasSent)
  assert.equal(commits.waiting, 0)
  assert.equal(commits.isAway, false)
  assert.equal(await commits.submit('a'), 'A')
})

test('the line of those who wait for locks has an end of its own', async (t) => {
  const { database, commits } = given(t, { giveUpMs: 60_000 })
  database.locked = ['b']
  const first = commits.submit('b')
  await eventually('the lock stays', () => database.modes.includes('skip all'))
  const results = Promise.allSettled(Array.from({ length: 2 * limits.queueMax }, () => commits.submit('b')))
  assert.equal(await commits.submit('a'), 'A')
  database.locked = []
  const refused = (await results).filter(({ status }) => status === 'rejected').length
  assert.ok([limits.queueMax, limits.queueMax + 1].includes(refused), String(refused)) // the first may wait or be tried
  assert.equal(await first, 'B')
})

test('a lock on what one kind of operation writes leaves the other kinds alone', async (t) => {
  const { database, commits } = given(t, { giveUpMs: 60_000 })
  let isLocked = true
  database.meets = async (operations) => {
    if (isLocked && operations.some((operation) => operation.endsWith('log'))) throw lockTimeout()
  }
  const waiting = [commits.submit('a log'), commits.submit('b log')]
  assert.deepEqual(await Promise.all([commits.submit('c'), commits.submit('d')]), ['C', 'D'])
  assert.equal(commits.waiting, 2)
  isLocked = false
  assert.deepEqual(await Promise.all(waiting), ['A LOG', 'B LOG'])
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
  const response = Promise.withResolvers<void>()
  database.meets = () => response.promise
  const sent = commits.submit('a')
  await eventually('it was sent', () => database.batches.length === 1)
  const waiting = commits.submit('b')
  await assert.rejects(sent, (error) => error instanceof DatabaseAway && error.wasSent)
  await assert.rejects(waiting, (error) => error instanceof DatabaseAway && !error.wasSent)
  assert.equal(commits.isAway, true)
  database.meets = async () => {}
  response.resolve()
  await eventually('it is back', () => !commits.isAway)
  assert.deepEqual(database.batches, [['a']], 'what was given up is not tried again')
})

test('a database that fails after it was given up is asked until it answers, and not for what was given up', async (t) => {
  const { database, commits } = given(t, impatient)
  const response = Promise.withResolvers<void>()
  database.meets = () => response.promise
  await assert.rejects(commits.submit('a'), DatabaseAway)
  await eventually('it is away', () => commits.isAway)
  database.meets = async () => {}
  response.reject(new DatabaseAway('the connection broke'))
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

test('what is committed after it was given up is reported, once', async (t) => {
  const { database, commits } = given(t, { giveUpMs: 100 })
  const slow = Promise.withResolvers<void>()
  database.meets = () => slow.promise
  await assert.rejects(commits.submit('a'), (error) => error instanceof DatabaseAway && error.wasSent)
  assert.deepEqual(database.late, [])
  slow.resolve()
  await eventually('it is reported', () => database.late.length > 0)
  await eventually('the database is back', () => !commits.isAway)
  assert.equal(await commits.submit('b'), 'B')
  assert.deepEqual(database.late, ['A'])
})

test('an operation whose first attempt lost its connection may be committed, however the next ones end', async (t) => {
  const { database, commits } = given(t, { giveUpMs: 300 })
  let attempts = 0
  database.meets = async () => {
    attempts += 1
    if (attempts === 1) throw new DatabaseAway('lost')
  }
  database.locked = ['a']
  await assert.rejects(commits.submit('a'), (error) => error instanceof DatabaseAway && error.wasSent)
  assert.ok(attempts > 1)
  database.locked = []
})
