import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { onBothDatabases } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { givenToken, givenUser, now, silent, withLedger } from '../../../test/harness/ledger.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { buildPriceBook, priceOf } from '../../domain/money/pricing/price-book.ts'
import type { Ledger } from '../../domain/money/wallet/ledger/ledger.ts'
import type { OpenStore } from '../../store/store.ts'
import type { Call } from '../call/call.ts'
import { besideCall } from '../call/open-call.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { initialHold, maintainHold } from './hold.ts'
import { RealtimeMeter } from './meter.ts'
import type { SessionEnd } from './session.ts'

const options = { ...defaultOptions(), ModelPrice: { piece: 0.01 }, ModelRatio: { gift: 0, tiny: 0.000001 } }
const book = buildPriceBook(options)
const price = (model: string) => priceOf(book, model) as Price // all models of this test are in the price book

test('a session begins with what PreConsumedQuota tokens of speech cost, and never with nothing to grow from', () => {
  assert.equal(initialHold(price('gpt-realtime'), 1, 500), 500 * 2 * 16)
  assert.equal(initialHold(price('gpt-realtime'), 0.5, 500), 500 * 16)
  assert.equal(initialHold(price('gpt-realtime'), 1, 0), 1)
  assert.equal(initialHold(price('tiny'), 1, 500), 1)
  assert.equal(initialHold(price('piece'), 1, 500), 5000, 'one response')
  assert.equal(initialHold(price('gift'), 1, 500), 0)
  assert.equal(initialHold(price('gpt-realtime'), 0, 500), 0)
})

type HoldOptions = { model?: string; quota?: number; held?: number; recheck?: () => Promise<void>; everyMs?: number }

/** A maintained hold of a session without WebSockets. */
async function startHold(t: TestContext, open: OpenStore, ledger: Ledger, holdOptions: HoldOptions) {
  const {
    model = 'gpt-realtime',
    quota = 1_000_000,
    held = 1000,
    recheck = async () => {},
    everyMs = 3_600_000,
  } = holdOptions
  const user_id = await givenUser(open.store, { quota })
  const token_id = await givenToken(open.store, user_id)
  const request_id = `session ${user_id}`
  const ids = { request_id, user_id, token_id }
  const group = 'default'
  if (held > 0)
    await ledger.hold({
      ...ids,
      amount: held,
      model_name: model,
      group,
      price_snapshot: '',
      at: now,
      expires_at: now + 60,
    })
  const meter = new RealtimeMeter(model, price(model), book)
  const caller = { ...ids, account_id: 0, group }
  const call = { request_id, caller, model, price: price(model), groupRatio: 1 } as unknown as Call // the members it reads
  const opened = besideCall(call)
  if (held > 0) opened.hold.take(held)
  const ends: SessionEnd[] = []
  const deps = { ledger, clock: () => now, log: silent } as unknown as RelayDeps // the members that maintainHold reads
  const maintenance = maintainHold(
    { ...opened, channel: { id: 7 } as Channel, meter, session: { stop: (end) => ends.push(end) }, recheck },
    deps,
    everyMs,
  )
  t.after(maintenance.stop)
  const use = (input_tokens: number) =>
    meter.addServerEvent({ type: 'response.done', response: { usage: { input_tokens, output_tokens: 1 } } })
  /** A transcript of so many seconds of audio. */
  const transcribe = (seconds: number) => {
    const session = { input_audio_transcription: { model: 'whisper-1' } }
    meter.addServerEvent({ type: 'session.updated', session })
    const audio = Buffer.alloc(seconds * 48_000).toString('base64')
    meter.addClientEvent({ type: 'input_audio_buffer.append', audio })
    meter.addServerEvent({ type: 'input_audio_buffer.committed', item_id: 'a' })
    const usage = { type: 'duration', seconds }
    meter.addServerEvent({ type: 'conversation.item.input_audio_transcription.completed', item_id: 'a', usage })
  }
  const hold = () =>
    open.store
      .selectFrom('holds')
      .select(['amount', 'accrued', 'channel_id', 'expires_at'])
      .where('request_id', '=', request_id)
      .executeTakeFirst()
  return { maintenance, meter, ends, use, transcribe, hold, opened }
}

onBothDatabases('a look notes what was used and that the session is alive', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const { maintenance, use, hold, ends } = await startHold(t, open, ledger, {})
    use(100)
    maintenance.check()
    const expected = { amount: 1000, accrued: 208, channel_id: 7, expires_at: now + 300 }
    await eventually('a checkpoint', async () => ((await hold())?.accrued ?? 0) > 0)
    assert.deepEqual(await hold(), expected)
    assert.deepEqual(ends, [])
  })
})

onBothDatabases(
  'the hold doubles when nine tenths are used, and reasons that come while looking are looked at',
  async (open, t) => {
    await withLedger(open, async (ledger) => {
      const { maintenance, use, hold, opened } = await startHold(t, open, ledger, {})
      use(442) // 892 of 1000
      maintenance.check()
      use(100) // 1100
      maintenance.check()
      await eventually('a second checkpoint', async () => (await hold())?.accrued === 1100)
      assert.equal((await hold())?.amount, 2200)
      assert.equal(opened.hold.amount, 2200)
    })
  },
)

onBothDatabases('a hold that cannot grow ends the session for want of money', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const { maintenance, use, ends, hold } = await startHold(t, open, ledger, { quota: 1100 })
    use(500)
    maintenance.check()
    await eventually('the end', () => ends.length > 0)
    const [end] = ends
    assert.deepEqual([end?.reason, end?.by, end?.code], ['out_of_quota', 'us', 1008])
    assert.ok(end?.error instanceof Refusal && end.error.code === 'insufficient_user_quota')
    assert.equal((await hold())?.amount, 1000, 'and stays as it was')
  })
})

onBothDatabases('a response at a fixed price is not cut off by a balance that covers just it', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const { maintenance, meter, use, ends, hold } = await startHold(t, open, ledger, {
      model: 'piece',
      quota: 5000,
      held: 5000,
    })
    meter.addClientEvent({ type: 'response.create' })
    maintenance.check()
    await eventually('a checkpoint', async () => (await hold())?.accrued === 5000)
    assert.equal(ends.length, 0)
    use(100) // the response is done, and there is no money for another one
    maintenance.check()
    await eventually('the end', () => ends.length > 0)
    assert.equal(ends[0]?.reason, 'out_of_quota')
  })
})

onBothDatabases('a caller that loses its rights loses its session, with or without money', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const recheck = async () => {
      throw new Refusal('token_disabled')
    }
    const { ends } = await startHold(t, open, ledger, { recheck, everyMs: 10 })
    await eventually('the end', () => ends.length > 0)
    const [end] = ends
    assert.equal(end?.reason, 'stopped')
    assert.ok(end?.error instanceof Refusal && end.error.code === 'token_disabled')
  })
})

onBothDatabases('what is written down makes the hold grow as responses do', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const { maintenance, transcribe, hold } = await startHold(t, open, ledger, {})
    transcribe(60) // a thousand tokens × 3
    maintenance.check()
    await eventually('a checkpoint', async () => (await hold())?.accrued === 3000)
    assert.equal((await hold())?.amount, 6000)
  })
})

onBothDatabases('a session that began free sets money aside once something in it costs some', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const { maintenance, use, transcribe, hold, opened } = await startHold(t, open, ledger, { model: 'gift', held: 0 })
    use(100)
    maintenance.check()
    transcribe(6) // a hundred tokens × 3
    maintenance.check()
    const expected = { amount: 600, accrued: 300, channel_id: 7, expires_at: now + 300 }
    await eventually('a checkpoint', async () => (await hold())?.accrued === 300)
    assert.deepEqual(await hold(), expected)
    assert.equal(opened.hold.amount, 600)
  })
})

onBothDatabases('a session that began free ends when what costs something cannot be paid', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const { maintenance, transcribe, ends, hold } = await startHold(t, open, ledger, {
      model: 'gift',
      held: 0,
      quota: 500,
    })
    transcribe(6)
    maintenance.check()
    await eventually('the end', () => ends.length > 0)
    assert.equal(ends[0]?.reason, 'out_of_quota')
    assert.equal(await hold(), undefined)
  })
})

onBothDatabases('nothing is set aside for a session that is over', async (open, t) => {
  await withLedger(open, async (ledger) => {
    const { maintenance, transcribe, hold, opened } = await startHold(t, open, ledger, { model: 'gift', held: 0 })
    maintenance.stop()
    transcribe(6)
    maintenance.check()
    await ledger.checkpoint({
      ...opened.call.caller,
      request_id: 'another',
      accrued: 0,
      channel_id: 7,
      expires_at: now,
    })
    assert.deepEqual([await hold(), opened.hold.amount], [undefined, 0])
  })
})
