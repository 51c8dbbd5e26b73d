import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import type { Price } from '../../domain/pricing/price.ts'
import { buildPriceBook, priceOf } from '../../domain/pricing/price-book.ts'
import { noUsage } from '../../domain/pricing/usage.ts'
import type { RealtimeEvent } from './event.ts'
import { RealtimeMeter } from './meter.ts'

const model = 'gpt-realtime'
const prices = buildPriceBook(defaultOptions())
const price = priceOf(prices, model) as Price // it ships with the price book

const second = (bytesPerSecond: number) => Buffer.alloc(bytesPerSecond).toString('base64')
const append = (bytesPerSecond: number): RealtimeEvent => ({
  type: 'input_audio_buffer.append',
  audio: second(bytesPerSecond),
})
const commit = { type: 'input_audio_buffer.commit' }
const done = (usage?: object): RealtimeEvent => ({ type: 'response.done', response: { usage } })
const says = (delta: string): RealtimeEvent => ({ type: 'response.output_text.delta', delta })
const usageOf = (input_tokens: number, output_tokens: number) => ({
  input_tokens,
  output_tokens,
  total_tokens: input_tokens + output_tokens,
})
const item = (...content: object[]): RealtimeEvent => ({ type: 'conversation.item.create', item: { content } })

/** Six seconds each way: 100 / 0.06 tokens a minute heard, 200 / 0.24 said. */
const heard6 = 167
const said6 = 83

const formats: [what: string, session: object, bytesPerSecond: number][] = [
  ['nobody said', {}, 48_000],
  ['pcm16', { input_audio_format: 'pcm16', output_audio_format: 'pcm16' }, 48_000],
  ['g711_ulaw', { input_audio_format: 'g711_ulaw', output_audio_format: 'g711_ulaw' }, 8_000],
  [
    'audio/pcmu',
    { audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: { type: 'audio/pcmu' } } } },
    8_000,
  ],
  [
    'audio/pcm at its own rate',
    {
      audio: {
        input: { format: { type: 'audio/pcm', rate: 16_000 } },
        output: { format: { type: 'audio/pcm', rate: 16_000 } },
      },
    },
    32_000,
  ],
]
for (const [what, session, bytesPerSecond] of formats)
  for (const type of ['session.created', 'session.updated'])
    test(`sound is counted by its seconds: ${what}, in ${type}`, async () => {
      const meter = new RealtimeMeter(model, price, prices)
      meter.seeServer({ type, session })
      for (let count = 0; count < 6; count++) {
        meter.seeClient(append(bytesPerSecond))
        meter.seeServer({ type: 'response.output_audio.delta', delta: second(bytesPerSecond) })
      }
      meter.seeClient(commit)
      meter.seeServer(done())
      const { usage, isCounted, responses } = await meter.finish(false)
      assert.deepEqual(usage, { ...noUsage, audio_input: heard6, audio_output: said6 })
      assert.deepEqual([isCounted, responses], [true, 1])
    })

test('sound that was taken back, or never became part of the conversation, costs nothing', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  for (let count = 0; count < 6; count++) meter.seeClient(append(48_000))
  meter.seeClient({ type: 'input_audio_buffer.clear' })
  meter.seeServer({ type: 'input_audio_buffer.committed' })
  meter.seeClient(append(48_000))
  meter.seeServer(says('hello'))
  meter.seeServer(done())
  assert.equal((await meter.finish(false)).usage.audio_input, 0)
})

test('a wish for another format makes no sound shorter until the upstream grants it', async () => {
  const formats = { telephone: { input_audio_format: 'g711_ulaw' }, studio: { input_audio_format: 'pcm16' } }
  const secondsOf = async (...events: RealtimeEvent[]) => {
    const meter = new RealtimeMeter(model, price, prices)
    for (const event of events) event.type === 'session.update' ? meter.seeClient(event) : meter.seeServer(event)
    meter.seeClient(append(48_000))
    meter.seeClient(commit)
    meter.seeServer(says('hello'))
    return Math.round(((await meter.finish(false)).usage.audio_input * 0.06 * 60) / 100)
  }
  const wish = (session: object): RealtimeEvent => ({ type: 'session.update', session })
  const grant = (session: object): RealtimeEvent => ({ type: 'session.updated', session })
  assert.equal(await secondsOf(wish(formats.telephone)), 6)
  assert.equal(await secondsOf(grant(formats.telephone), wish(formats.studio)), 6)
  assert.equal(await secondsOf(wish(formats.studio), grant(formats.studio)), 1)
  assert.equal(await secondsOf(wish(formats.telephone), grant(formats.studio)), 1)
})

test('what the upstream itself commits counts', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  for (let count = 0; count < 6; count++) meter.seeClient(append(48_000))
  meter.seeServer({ type: 'input_audio_buffer.committed' })
  meter.seeServer(says('hello'))
  assert.equal((await meter.finish(false)).usage.audio_input, heard6)
})

test('an own count has the question, the instructions and tools of every response, and all ways to answer', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.seeClient({ type: 'session.update', session: { instructions: 'hello', tools: [] } })
  for (let count = 0; count < 2; count++) {
    meter.seeClient(
      item({ type: 'input_text', text: 'hello' }, { type: 'input_image', image_url: 'https://a.example' }),
    )
    meter.seeClient({ type: 'conversation.item.create', item: { type: 'function_call_output', output: 'hello' } })
    meter.seeClient({ type: 'response.create', response: { instructions: 'hello' } })
    for (const type of [
      'response.text.delta',
      'response.output_text.delta',
      'response.audio_transcript.delta',
      'response.output_audio_transcript.delta',
      'response.function_call_arguments.delta',
    ])
      meter.seeServer({ type, delta: ' hello' })
    meter.seeServer(done())
  }
  const { usage } = await meter.finish(false)
  assert.deepEqual([usage.output, usage.image_input], [10, 2 * 765])
  assert.ok(usage.input >= 6 && usage.input <= 8, `${usage.input}`)
})

test('reported and counted responses add up; what was reported is not counted again', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.seeClient(item({ type: 'input_text', text: 'x'.repeat(1000) }))
  meter.seeServer(says('y'.repeat(1000)))
  meter.seeServer(done(usageOf(100, 50)))
  const soFar = meter.estimate()
  assert.deepEqual([soFar.usage, soFar.responses], [{ ...noUsage, input: 100, output: 50 }, 1])
  meter.seeServer(says('hello'))
  meter.seeServer(done())
  const { usage, responses, isCounted } = await meter.finish(false)
  assert.deepEqual([usage.input, usage.output, responses, isCounted], [100, 51, 2, true])
})

test('a response that made nothing costs nothing, whatever it claims to have read', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.seeClient(item({ type: 'input_text', text: 'hello' }))
  meter.seeServer(done(usageOf(1000, 0)))
  meter.seeServer(done())
  assert.deepEqual(await meter.finish(false), {
    usage: noUsage,
    responses: 0,
    transcriptions: [],
    isCounted: false,
  })
})

test('a response that is silent about its output is believed about its input', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.seeServer(says('hello'))
  meter.seeServer(done(usageOf(1000, 0)))
  const { usage, isCounted } = await meter.finish(false)
  assert.deepEqual([usage.input, usage.output, isCounted], [1000, 1, true])
})

test('more than the model can read or write is not believed', async () => {
  for (const claim of [usageOf(3_000_000, 10), usageOf(10, 100_000)]) {
    const meter = new RealtimeMeter(model, price, prices)
    meter.seeServer(says('hello'))
    meter.seeServer(done(claim))
    const { usage } = await meter.finish(false)
    assert.deepEqual([usage.input, usage.output], [0, 1])
  }
})

test('a question left unanswered is paid by a client that leaves, and by nobody when the upstream does', async () => {
  for (const [isClientGone, input] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const meter = new RealtimeMeter(model, price, prices)
    meter.seeClient(item({ type: 'input_text', text: 'hello' }))
    meter.seeServer({ type: 'response.created' })
    assert.equal((await meter.finish(isClientGone)).usage.input, input)
  }
  const meter = new RealtimeMeter(model, price, prices)
  meter.seeClient(item({ type: 'input_text', text: 'hello' }))
  assert.deepEqual((await meter.finish(true)).usage, noUsage, 'nothing was asked yet')
})

test('while an answer is under way the estimate runs ahead of it', () => {
  const meter = new RealtimeMeter(model, price, prices)
  assert.deepEqual(meter.estimate(), { usage: noUsage, responses: 0, transcriptions: [] })
  meter.seeServer(says('x'.repeat(3000)))
  const { usage, responses } = meter.estimate()
  assert.deepEqual([usage.output, responses], [1000, 1])
})

test('a day of sound in one second, and texts without end, are counted all the same', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.seeServer({ type: 'session.created', session: { output_audio_format: 'g711_alaw' } })
  const minutes = second(8_000 * 60)
  for (let count = 0; count < 1500; count++) meter.seeServer({ type: 'response.audio.delta', delta: minutes })
  for (let count = 0; count < 300; count++) meter.seeServer(says('x'.repeat(3000)))
  const { usage } = await meter.finish(false)
  assert.equal(usage.audio_output, Math.round((24 * 60 * 200) / 0.24))
  assert.ok(usage.output > 230_000)
})
