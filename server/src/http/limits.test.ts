import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { AppError } from './app-error.ts'
import { createLimits, type LimitName, type Limits } from './limits.ts'

/** As the requirements name them. */
const promised: Record<LimitName, [times: number, seconds: number]> = {
  'console address': [600, 60],
  'console user': [300, 60],
  'failed sign-in account': [10, 900],
  'failed sign-in address': [30, 900],
  registration: [60, 3600],
  'mail pause': [1, 30],
  'mail recipient': [5, 3600],
  'mail address': [20, 3600],
  'wrong redemption code': [10, 600],
  search: [60, 60],
  'invalid relay key': [60, 60],
  'token creation': [120, 60],
  'share link': [60, 60],
  'wrong share link': [60, 600],
  'organisation invitation': [60, 3600],
  'wrong invitation': [60, 600],
  'unsigned payment notice': [30, 60],
  'payment order': [30, 600],
  'payout request': [20, 3600],
  'wxpusher code': [10, 600],
  'drawing address': [1200, 60],
  'unproven task report': [60, 60],
}

async function takeMany(limits: Limits, name: LimitName, key: string, times: number) {
  for (let taken = 0; taken < times; taken++) await limits.take(name, key)
}

const refusalOf = async (attempt: Promise<unknown>): Promise<AppError> => {
  const error = await attempt.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  assert.ok(error instanceof AppError, 'nothing was refused')
  return error
}

for (const [name, [times, seconds]] of Object.entries(promised) as [LimitName, [number, number]][]) {
  test(`${name}: ${times} in ${seconds} s are let through, the next one is told when to come back`, async () => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'] })
    try {
      const limits = createLimits(1)
      await takeMany(limits, name, 'lin', times)
      mock.timers.tick(1000)
      const refusal = await refusalOf(limits.take(name, 'lin'))
      assert.equal(refusal.code, 'too_many_requests')
      assert.equal(refusal.status, 429)
      assert.equal(refusal.retryAfterSeconds, seconds - 1)
      assert.deepEqual(refusal.params, { seconds: seconds - 1 })
      mock.timers.tick((seconds - 1) * 1000)
      await limits.take(name, 'lin')
    } finally {
      mock.timers.reset()
    }
  })
}

test('keys and limits are counted apart', async () => {
  const limits = createLimits(1)
  await takeMany(limits, 'failed sign-in account', 'lin', 10)
  await limits.take('failed sign-in account', 'mei')
  await limits.take('failed sign-in address', 'lin')
  await refusalOf(limits.take('failed sign-in account', 'lin'))
})

test('the factor scales every limit and never to nothing', async () => {
  const wide = createLimits(2)
  await takeMany(wide, 'failed sign-in account', 'lin', 20)
  await refusalOf(wide.take('failed sign-in account', 'lin'))
  const narrow = createLimits(0.0001)
  await narrow.take('console address', 'a')
  await refusalOf(narrow.take('console address', 'a'))
})

test('what is given back can be taken again, and no more than that', async () => {
  const limits = createLimits(1)
  for (let turn = 0; turn < 50; turn++) {
    await limits.take('failed sign-in account', 'lin')
    await limits.giveBack('failed sign-in account', 'lin')
  }
  await takeMany(limits, 'failed sign-in account', 'lin', 10)
  await refusalOf(limits.take('failed sign-in account', 'lin'))
})

test('a check refuses where taking would, and counts nothing', async () => {
  const limits = createLimits(1)
  await takeMany(limits, 'failed sign-in account', 'lin', 9)
  for (let turn = 0; turn < 5; turn++) await limits.check('failed sign-in account', 'lin')
  assert.equal(await limits.take('failed sign-in account', 'lin'), 10)
  const refusal = await refusalOf(limits.check('failed sign-in account', 'lin'))
  assert.deepEqual([refusal.code, refusal.status], ['too_many_requests', 429])
  await limits.check('failed sign-in account', 'mei')
})

test('giving back what was never counted opens no credit', async () => {
  const limits = createLimits(1)
  await limits.giveBack('failed sign-in account', 'lin')
  await limits.giveBack('failed sign-in account', 'lin')
  await takeMany(limits, 'failed sign-in account', 'lin', 10)
  await refusalOf(limits.take('failed sign-in account', 'lin'))
})

const perAddress: LimitName[] = [
  'console address',
  'failed sign-in address',
  'registration',
  'mail address',
  'invalid relay key',
  'drawing address',
  'unproven task report',
]
for (const name of perAddress)
  test(`${name}: the addresses of one IPv6 network are one, however they are written; IPv4 addresses are each their own`, async () => {
    const limits = createLimits(0.0001)
    await limits.take(name, '2001:db8:1:2::1')
    for (const same of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:DB8:0001:2:0:0:0:5', '2001:db8:1:2::1%eth0'])
      await refusalOf(limits.take(name, same))
    await limits.take(name, '2001:db8:1:3::1')
    await limits.take(name, '198.51.100.1')
    await limits.take(name, '198.51.100.2')
    await refusalOf(limits.take(name, '::ffff:198.51.100.2'))
    await limits.giveBack(name, '2001:db8:1:3::77')
    await limits.take(name, '2001:db8:1:3::78')
  })
