import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { seededRandom } from '../../test/harness/random.ts'
import { Refusal } from '../gateway/entry/errors/refusals.ts'
import { createInFlight, type RunningCall } from '../gateway/entry/in-flight/in-flight.ts'
import type { InFlightLimits } from '../gateway/entry/in-flight/shares.ts'
import { borrowedShares, lenderOf } from './borrowed-shares.ts'
import { LimitPool } from './limit-pool.ts'
import { createLink, type Link } from './link.ts'
import type { LimitUnits, SupervisorTopics, WorkerTopics } from './topics.ts'

const names = { username: 'alice', token_name: 'key', group: 'default' }
const limits: InFlightLimits = { calls: 40, 'user calls': 20, 'token calls': 10, bytes: 4000, 'user bytes': 1000 }

/**
 * Workers and their supervisor in one process. A link delivers as the channel of a process does: in order, and all
 * messages that have arrived together, at most so many, before anything that waits for one of them goes on.
 */
function given(count: number, pause: () => Promise<void> = () => turn(), atOnce = Number.POSITIVE_INFINITY) {
  const channels = new Set<Promise<void>>()
  const channelTo = (receive: (message: object) => void) => {
    const sent: object[] = []
    const deliver = async () => {
      while (sent.length > 0) {
        await pause()
        for (const message of sent.splice(0, atOnce)) receive(structuredClone(message))
      }
    }
    return (message: object) => {
      if (sent.push(message) > 1) return
      const delivered = deliver()
      channels.add(delivered)
      void delivered.then(() => channels.delete(delivered))
    }
  }
  const pool = new LimitPool(limits, count, async (worker, part) => (await links[worker]?.request('recall', part)) ?? 0)
  const links: Link<Pick<WorkerTopics, 'recall'>>[] = []
  const workers = Array.from({ length: count }, (_, worker) => {
    const own = createLink<Pick<SupervisorTopics, 'borrow' | 'owe' | 'give back'>>(
      channelTo((message) => links[worker]?.receive(message)),
      { recall: (part: Omit<LimitUnits, 'amount'>) => shares.recall(part) },
    )
    const shares = borrowedShares(lenderOf(own))
    links[worker] = createLink(channelTo(own.receive), {
      borrow: (parts: LimitUnits[]) => pool.borrow(worker, parts),
      owe: (part: LimitUnits) => pool.owe(worker, part),
      'give back': (part: LimitUnits) => pool.giveBack(worker, part),
    })
    return { inFlight: createInFlight(limits, shares), stop: shares.stop }
  })
  const quiet = async () => {
    for (let turns = 0; turns < 50; turns++) await turn()
    while (channels.size > 0) await Promise.all(channels)
  }
  return { workers, pool, quiet }
}

const caller = { ...names, user_id: 1, token_id: 2 }
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : String(error))
const entered = async (call: () => RunningCall | Promise<RunningCall>) => {
  try {
    return await call()
  } catch (error) {
    return codeOf(error)
  }
}

test('a limit is used up to its end, by whichever workers get the calls, and not beyond', async () => {
  for (const portion of [1, 2, 3]) {
    const { workers, quiet } = given(3)
    const sent = Array.from({ length: 30 }, (_, number) =>
      entered(() => (workers[number % portion] as (typeof workers)[0]).inFlight.enter(caller)),
    )
    const outcomes = await Promise.all(sent)
    assert.equal(outcomes.filter((each) => each === 'too_many_in_flight').length, 20, `${portion} of them called`)
    const [first] = outcomes.filter((each) => typeof each !== 'string')
    ;(first as RunningCall).closeResponse()
    await quiet()
    const [again, more] = [workers[2], workers[1]].map((worker) =>
      entered(() => worker?.inFlight.enter(caller) as never),
    )
    assert.ok(typeof (await again) !== 'string', 'what one worker has finished another may begin')
    assert.equal(await more, 'too_many_in_flight')
    for (const { stop } of workers) stop()
  }
})

test('what idle workers were lent is found before anything is refused', async () => {
  const { workers } = given(4)
  for (const { inFlight } of workers) (await inFlight.enter(caller)).closeResponse()
  const [busy] = workers
  const outcomes = await Promise.all(
    Array.from({ length: 11 }, () => entered(() => busy?.inFlight.enter(caller) as never)),
  )
  assert.equal(outcomes.filter((each) => typeof each === 'string').length, 1)
  for (const { stop } of workers) stop()
})

test('as many calls as one process would run are run, whichever workers get them and when', async () => {
  const { next: random } = seededRandom(10)
  const turns = async (most: number) => {
    for (let left = random() * most; left > 1; left--) await turn()
  }
  for (let round = 0; round < 300; round++) {
    const { workers } = given(2 + (round % 2), () => turns(round % 7), round % 3 ? Number.POSITIVE_INFINITY : 1)
    const outcomes = await Promise.all(
      // The keys of one user: their limits are used up together.
      Array.from({ length: 20 }, async (_, number) => {
        const { inFlight } = workers[Math.floor(random() * workers.length)] as (typeof workers)[0]
        await turns(round % 5)
        return entered(() => inFlight.enter({ ...caller, token_id: number % 2 }))
      }),
    )
    assert.equal(outcomes.filter((outcome) => typeof outcome === 'string').length, 0, `round ${round}`)
    for (const { stop } of workers) stop()
  }
})

test('units that a worker was lent beyond its need are found too', async () => {
  const { workers } = given(2)
  const [one, two] = workers.map(({ inFlight }) => inFlight)
  const many = Array.from({ length: 8 }, () => entered(() => one?.enter(caller) as never))
  const outcomes = await Promise.all([...many, turn().then(() => entered(() => two?.enter(caller) as never))])
  assert.equal(outcomes.filter((outcome) => typeof outcome === 'string').length, 0)
  for (const { stop } of workers) stop()
})

test('memory of responses cannot be refused: the next request of any worker is refused instead', async () => {
  const { workers, quiet } = given(2)
  const [one, two] = workers.map(({ inFlight }) => inFlight)
  const [mine, yours] = [await one?.enter(caller), await two?.enter(caller)]
  mine?.add(990)
  await quiet()
  await yours?.take(10)
  await assert.rejects(async () => yours?.take(1), { code: 'too_many_bytes' })
  mine?.closeResponse()
  await quiet()
  await yours?.take(900)
  for (const { stop } of workers) stop()
})

test('a worker that has returned all units gets no recall, and is not waited for', async () => {
  const sent: number[] = []
  const pool = new LimitPool(limits, 2, async (worker) => {
    sent.push(worker)
    return 0
  })
  const part = (amount: number): LimitUnits => ({ limited: 'token calls', id: 1, amount })
  await pool.borrow(0, [part(9)])
  await pool.borrow(1, [part(1)])
  pool.giveBack(1, part(1))
  assert.deepEqual(await pool.borrow(0, [part(2)]), { exhausted: 'token calls' })
  assert.deepEqual(sent, [0])
})

test('the parts of a worker that ended can be lent again', async () => {
  const { workers, pool } = given(2)
  const [dying, living] = workers.map(({ inFlight }) => inFlight)
  for (let call = 0; call < 10; call++) await dying?.enter(caller)
  assert.equal(await entered(() => living?.enter(caller) as never), 'too_many_in_flight')
  pool.forget(0)
  for (let call = 0; call < 10; call++) await living?.enter(caller)
  for (const { stop } of workers) stop()
})

test('whatever workers begin and end, together they never have more than one process could', async () => {
  const { next: random } = seededRandom(7)
  const { workers, quiet } = given(3, async () => {
    for (let turns = random() * 4; turns > 1; turns--) await turn()
  })
  const running: RunningCall[] = []
  const used = new Map<string, number>()
  const note = (keys: readonly string[], more: number, isRefusable: boolean) => {
    for (const key of keys) {
      const now = (used.get(key) ?? 0) + more
      used.set(key, now)
      const limit = limits[key.replace(/ \d+$/, '') as keyof InFlightLimits]
      if (isRefusable) assert.ok(now <= limit, `${key}: ${now} of ${limit}`)
    }
  }
  const sent: Promise<void>[] = []
  for (let step = 0; step < 4000; step++) {
    if (running.length > 0 && random() < 0.45)
      running.splice(Math.floor(random() * running.length), 1)[0]?.closeResponse()
    else {
      const user_id = 1 + Math.floor(random() * 3)
      const who = { ...names, user_id, token_id: user_id * 10 + Math.floor(random() * 2) }
      const calls = ['calls 0', `user calls ${user_id}`, `token calls ${who.token_id}`]
      const bytes = ['bytes 0', `user bytes ${user_id}`]
      const size = Math.floor(random() * 120)
      const worker = workers[Math.floor(random() * workers.length)]
      const begin = async () => {
        const call = await worker?.inFlight.enter(who)
        if (!call) return
        note(calls, 1, true)
        let held = 0
        const over = () => {
          note(calls, -1, false)
          note(bytes, -held, false)
          call.closeResponse()
        }
        running.push({ ...call, closeResponse: over })
        await call.take(size)
        held = size
        note(bytes, size, true)
        if (!running.some(({ closeResponse }) => closeResponse === over)) note(bytes, -size, false)
      }
      sent.push(begin().catch((error) => assert.ok(error instanceof Refusal, error)))
    }
    if (random() < 0.3) await turn()
  }
  await Promise.all(sent)
  for (const call of running) call.closeResponse()
  await quiet()
  for (const { inFlight, stop } of workers) {
    assert.deepEqual([inFlight.count(), inFlight.bytes()], [0, 0])
    stop()
  }
})
