import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import type { Price } from '../../domain/money/pricing/price.ts'
import { buildPriceBook, priceOf } from '../../domain/money/pricing/price-book.ts'
import { noUsage, type Usage } from '../../domain/money/pricing/usage.ts'
import { chargeRealtime } from './charge.ts'
import type { RealtimeEvent } from './event.ts'
import { RealtimeMeter } from './meter.ts'

const model = 'gpt-realtime'
const prices = buildPriceBook({
  ...defaultOptions(),
  ModelPrice: { 'by-piece': 0.01 },
  ModelRatio: { 'for-nothing': 0 },
})
const price = priceOf(prices, model) as Price // it ships with the price book

const prefix = 'conversation.item.input_audio_transcription'
const sessionWith = (transcription: object | null): RealtimeEvent => ({
  type: 'session.updated',
  session: { audio: { input: { transcription } } },
})
const setModel = (name: string) => sessionWith({ model: name })
const append = (seconds: number): RealtimeEvent => ({
  type: 'input_audio_buffer.append',
  audio: Buffer.alloc(seconds * 48_000).toString('base64'),
})
const commit = { type: 'input_audio_buffer.commit' }
const clear = { type: 'input_audio_buffer.clear' }
const committed = (item_id?: string): RealtimeEvent => ({ type: 'input_audio_buffer.committed', item_id })
const delta = (item_id: string): RealtimeEvent => ({ type: `${prefix}.delta`, item_id, delta: 'hello' })
const failed = (item_id: string): RealtimeEvent => ({ type: `${prefix}.failed`, item_id, error: {} })
const completed = (item_id: string, usage?: unknown): RealtimeEvent => ({
  type: `${prefix}.completed`,
  item_id,
  transcript: 'hello',
  usage,
})
const tokens = (audio_tokens: number, text_tokens: number, output_tokens: number) => ({
  type: 'tokens',
  input_tokens: audio_tokens + text_tokens,
  output_tokens,
  total_tokens: audio_tokens + text_tokens + output_tokens,
  input_token_details: { text_tokens, audio_tokens },
})
const lasting = (seconds: unknown) => ({ type: 'duration', seconds })

/** The meter of a session with these events. An event's type tells whether the client or the upstream sent it. */
function meterOf(...events: RealtimeEvent[]) {
  const meter = new RealtimeMeter(model, price, prices)
  const ofClient = new Set(['session.update', 'input_audio_buffer.append', commit.type, clear.type])
  for (const event of events) ofClient.has(event.type) ? meter.addClientEvent(event) : meter.addServerEvent(event)
  return meter
}

async function charged(events: RealtimeEvent[], isClientGone = false) {
  const used = await meterOf(...events).finish(isClientGone)
  const { charge } = chargeRealtime(used, { price, groupRatio: 1 })
  const all = used.transcriptions.map(({ price, usage, count }) => [price.model, count, usage] as const)
  return { all, quota: charge.quota, isCounted: used.isCounted, usage: used.usage }
}

/** So many seconds of audio become an item. */
const audioItem = (item_id: string, seconds: number) => [append(seconds), committed(item_id)]

const priced: [what: string, transcriber: string, usage: object, at: string, used: Partial<Usage>, quota: number][] = [
  // (600 + 5 + 180 × 4) × 1.25 = 1656.25
  [
    'tokens at its own price',
    'gpt-4o-transcribe',
    tokens(600, 5, 180),
    'gpt-4o-transcribe',
    { audio_input: 600, input: 5, output: 180 },
    1656,
  ],
  // (600 + 180 × 4) × 0.625
  [
    'tokens at a smaller price',
    'gpt-4o-mini-transcribe',
    tokens(600, 0, 180),
    'gpt-4o-mini-transcribe',
    { audio_input: 600, output: 180 },
    825,
  ],
  // A minute is a thousand tokens; × 3 is 0.6 cents.
  ['seconds at its own price', 'whisper-1', lasting(60), 'whisper-1', { input: 1000 }, 3000],
  // 3.4 seconds are four begun: 66.7 tokens × 3
  ['parts of a second', 'whisper-1', lasting(3.4), 'whisper-1', { input: 67 }, 201],
  // 5 × 2 + 600 × 16 + 180 × 8
  [
    'tokens at the price of the session where it has none',
    'nobody-knows',
    tokens(600, 5, 180),
    model,
    { audio_input: 600, input: 5, output: 180 },
    11_050,
  ],
  // A minute of audio is 100 / 0.06 tokens to a session; × 16
  [
    'seconds at the price of the session where it has none',
    'nobody-knows',
    lasting(60),
    model,
    { audio_input: 1667 },
    26_672,
  ],
  ['a price per call', 'by-piece', tokens(600, 0, 180), 'by-piece', { audio_input: 600, output: 180 }, 5000],
  ['an explicit zero', 'for-nothing', tokens(600, 0, 180), 'for-nothing', { audio_input: 600, output: 180 }, 0],
]
for (const [what, transcriber, usage, at, used, quota] of priced)
  test(`a transcript is charged: ${what}`, async () => {
    const result = await charged([setModel(transcriber), ...audioItem('a', 60), completed('a', usage)])
    assert.deepEqual(result, { all: [[at, 1, { ...noUsage, ...used }]], quota, isCounted: false, usage: noUsage })
  })

test('transcripts of one price are added up, and those of another stand beside them', async () => {
  const { all, quota } = await charged([
    setModel('gpt-4o-transcribe'),
    ...audioItem('a', 60),
    ...audioItem('b', 60),
    completed('b', tokens(600, 0, 100)),
    completed('a', tokens(500, 0, 100)),
    setModel('whisper-1'),
    ...audioItem('c', 6),
    completed('c', lasting(6)),
  ])
  assert.deepEqual(all, [
    ['gpt-4o-transcribe', 2, { ...noUsage, audio_input: 1100, output: 200 }],
    ['whisper-1', 1, { ...noUsage, input: 100 }],
  ])
  assert.equal(quota, (1100 + 200 * 4) * 1.25 + 100 * 3)
})

test('the older name of the setting is read too', async () => {
  const session = { input_audio_transcription: { model: 'whisper-1' } }
  const { quota } = await charged([
    { type: 'session.created', session },
    ...audioItem('a', 60),
    completed('a', lasting(60)),
  ])
  assert.equal(quota, 3000)
})

test('a client that requests a cheaper transcriber than it gets pays for the one it gets', async () => {
  const update = { type: 'session.update', session: { audio: { input: { transcription: { model: 'for-nothing' } } } } }
  const { quota } = await charged([setModel('whisper-1'), update, ...audioItem('a', 60), completed('a', lasting(60))])
  assert.equal(quota, 3000)
  const unconfirmed = await charged([update, ...audioItem('a', 60), completed('a', lasting(60))])
  assert.equal(unconfirmed.quota, 26_672, 'nobody confirmed any: the price of the session')
})

test('the transcriber is the one of the moment when the sound became an item', async () => {
  for (const later of [setModel('for-nothing'), sessionWith(null)]) {
    const { quota } = await charged([setModel('whisper-1'), ...audioItem('a', 60), later, completed('a', lasting(60))])
    assert.equal(quota, 3000)
  }
  const { quota } = await charged([
    setModel('whisper-1'),
    { type: 'session.updated', session: {} },
    ...audioItem('a', 6),
    completed('a', lasting(6)),
  ])
  assert.equal(quota, 300, 'what a session does not say stays')
})

const invalidUsages: [what: string, usage?: unknown][] = [
  ['missing'],
  ['null', null],
  ['zero', tokens(0, 0, 0)],
  ['negative', tokens(-600, -5, -180)],
  ['a text', 'many'],
  ['more than the sound can be', tokens(1732, 0, 10)],
  ['more than was said', tokens(600, 0, 1969)],
  ['beyond all numbers', tokens(Number.MAX_SAFE_INTEGER * 1000, 0, 0)],
  ['no seconds', lasting(0)],
  ['seconds below zero', lasting(-60)],
  ['seconds in words', lasting('60')],
  ['more seconds than were sent', lasting(63)],
  ['seconds without end', lasting(1e9)],
]
for (const [what, usage] of invalidUsages)
  test(`usage that is ${what} is replaced by the length of the sound`, async () => {
    const result = await charged([setModel('gpt-4o-transcribe'), ...audioItem('a', 60), completed('a', usage)])
    assert.deepEqual(result.all, [['gpt-4o-transcribe', 1, { ...noUsage, input: 1000 }]])
    assert.deepEqual([result.quota, result.isCounted], [1250, true])
  })

test('without a price of its own such a transcript costs what the session pays for sound', async () => {
  const { all, isCounted } = await charged([setModel('nobody-knows'), ...audioItem('a', 60), completed('a')])
  assert.deepEqual([all, isCounted], [[[model, 1, { ...noUsage, audio_input: 1667 }]], true])
})

test('claims go up to what the sound can be at most: 100 / 0.06 tokens a minute and a few', async () => {
  // A minute: 1667 + 64 read; as many and a tenth and 64 written.
  for (const usage of [tokens(1731, 0, 10), tokens(600, 0, 1968), lasting(62)])
    assert.equal(
      (await charged([setModel('gpt-4o-transcribe'), ...audioItem('a', 60), completed('a', usage)])).isCounted,
      false,
    )
  // The four bytes of the transcription prompt count besides.
  const result = sessionWith({ model: 'gpt-4o-transcribe', prompt: 'Oslo' })
  for (const [claim, isCounted] of [
    [tokens(1731, 4, 10), false],
    [tokens(1731, 5, 10), true],
  ] as const)
    assert.equal((await charged([result, ...audioItem('a', 60), completed('a', claim)])).isCounted, isCounted)
})

test('all claims of a session together are held against all of its sound', async () => {
  const { all, isCounted } = await charged([
    setModel('gpt-4o-transcribe'),
    ...audioItem('a', 60),
    completed('a', tokens(1700, 0, 10)),
    ...audioItem('b', 6),
    completed('b', tokens(300, 0, 10)), // 66 seconds are 1833 + 2 × 64
  ])
  assert.deepEqual(all, [['gpt-4o-transcribe', 2, { ...noUsage, audio_input: 1700, output: 10, input: 100 }]])
  assert.equal(isCounted, true)
})

test('a client that sends faster than the upstream responds gets nothing for free', async () => {
  const events = [setModel('gpt-4o-transcribe'), append(1), commit, append(60), commit, committed('a'), committed('b')]
  const claims = [completed('a', tokens(10, 0, 2)), completed('b', tokens(600, 0, 150))]
  const { all, isCounted } = await charged([...events, ...claims])
  assert.deepEqual(all, [['gpt-4o-transcribe', 2, { ...noUsage, audio_input: 610, output: 152 }]])
  assert.equal(isCounted, false)
  const unreported = await charged([...events, completed('a'), completed('b')])
  assert.equal(unreported.all[0]?.[2].input, 1017, '61 seconds in all')
})

test('sound that is taken back after it was committed is paid', async () => {
  const { quota } = await charged([setModel('whisper-1'), append(60), commit, clear, committed('a'), completed('a')])
  assert.equal(quota, 3000)
})

test('an upstream that names no items is charged for all the same', async () => {
  const { quota } = await charged([setModel('whisper-1'), append(60), commit, committed(), completed('a')])
  assert.equal(quota, 3000)
})

test('what fails, what is said twice, and what nobody sent costs nothing', async () => {
  const nothing = [
    [setModel('whisper-1'), ...audioItem('a', 60), failed('a')],
    [setModel('whisper-1'), completed('a')],
    [setModel('whisper-1'), completed('a', lasting(60))],
    [setModel('whisper-1'), append(60), clear, committed('a'), completed('a')],
  ]
  for (const events of nothing) assert.deepEqual((await charged(events, true)).all, [])
  for (const [first, second] of [
    [undefined, undefined],
    [undefined, lasting(60)],
    [lasting(60), undefined],
    [lasting(60), lasting(60)],
  ]) {
    const twice = await charged([
      setModel('whisper-1'),
      ...audioItem('a', 60),
      completed('a', first),
      completed('a', second),
    ])
    assert.equal(twice.quota, 3000)
  }
  // Both together would still be less than six seconds of audio can be.
  const claim = tokens(60, 0, 4)
  const repeated = [setModel('gpt-4o-transcribe'), ...audioItem('a', 6), completed('a', claim), completed('a', claim)]
  assert.deepEqual((await charged(repeated)).all, [
    ['gpt-4o-transcribe', 1, { ...noUsage, audio_input: 60, output: 4 }],
  ])
})

test('a client that leaves pays for what is being written down; when the upstream leaves, for what it has read', async () => {
  const events = [setModel('whisper-1'), ...audioItem('a', 60)]
  for (const [more, isClientGone, quota] of [
    [[], true, 3000],
    [[], false, 0],
    [[delta('a')], false, 3000],
    [[delta('a'), failed('a')], true, 0],
  ] as const) {
    const result = await charged([...events, ...more], isClientGone)
    assert.deepEqual([result.quota, result.isCounted], [quota, quota > 0])
  }
  assert.deepEqual((await charged(audioItem('a', 60), true)).all, [], 'nobody wanted it written down')
})

test('the estimate has what was written down, finished or not', () => {
  const events = [setModel('whisper-1'), ...audioItem('a', 60), completed('a', lasting(60)), ...audioItem('b', 6)]
  const quotaOf = (meter: RealtimeMeter) => chargeRealtime(meter.estimate(), { price, groupRatio: 1 }).charge.quota
  assert.equal(quotaOf(meterOf(...events)), 3000)
  assert.equal(quotaOf(meterOf(...events, delta('b'))), 3300)
})

test('a day of sound in one item is charged as a day', async () => {
  const hours = Array(25).fill(append(600)) // a sixth of the bytes a second
  const session = { input_audio_format: 'g711_ulaw', input_audio_transcription: { model: 'whisper-1' } }
  const { quota } = await charged([{ type: 'session.updated', session }, ...hours, committed('a'), completed('a')])
  assert.equal(quota, 24 * 60 * 3000)
})
