import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import type { Price } from '../../domain/money/pricing/price.ts'
import { buildPriceBook, priceOf } from '../../domain/money/pricing/price-book.ts'
import { noUsage } from '../../domain/money/pricing/usage.ts'
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
const textDelta = (delta: string): RealtimeEvent => ({ type: 'response.output_text.delta', delta })
const usageOf = (input_tokens: number, output_tokens: number) => ({
  input_tokens,
  output_tokens,
  total_tokens: input_tokens + output_tokens,
})
const item = (...content: object[]): RealtimeEvent => ({ type: 'conversation.item.create', item: { content } })

/** Six seconds in each direction: 100 / 0.06 input tokens a minute, 200 / 0.24 output tokens. */
const inputTokens6s = 167
const outputTokens6s = 83

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
      meter.addServerEvent({ type, session })
      for (let count = 0; count < 6; count++) {
        meter.addClientEvent(append(bytesPerSecond))
        meter.addServerEvent({ type: 'response.output_audio.delta', delta: second(bytesPerSecond) })
      }
      meter.addClientEvent(commit)
      meter.addServerEvent(done())
      const { usage, isCounted, responses } = await meter.finish(false)
      assert.deepEqual(usage, { ...noUsage, audio_input: inputTokens6s, audio_output: outputTokens6s })
      assert.deepEqual([isCounted, responses], [true, 1])
    })

test('sound that was taken back, or never became part of the conversation, costs nothing', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  for (let count = 0; count < 6; count++) meter.addClientEvent(append(48_000))
  meter.addClientEvent({ type: 'input_audio_buffer.clear' })
  meter.addServerEvent({ type: 'input_audio_buffer.committed' })
  meter.addClientEvent(append(48_000))
  meter.addServerEvent(textDelta('hello'))
  meter.addServerEvent(done())
  assert.equal((await meter.finish(false)).usage.audio_input, 0)
})

test('a wish for another format makes no sound shorter until the upstream grants it', async () => {
  const formats = { telephone: { input_audio_format: 'g711_ulaw' }, studio: { input_audio_format: 'pcm16' } }
  const secondsOf = async (...events: RealtimeEvent[]) => {
    const meter = new RealtimeMeter(model, price, prices)
    for (const event of events)
      event.type === 'session.update' ? meter.addClientEvent(event) : meter.addServerEvent(event)
    meter.addClientEvent(append(48_000))
    meter.addClientEvent(commit)
    meter.addServerEvent(textDelta('hello'))
    return Math.round(((await meter.finish(false)).usage.audio_input * 0.06 * 60) / 100)
  }
  const update = (session: object): RealtimeEvent => ({ type: 'session.update', session })
  const grant = (session: object): RealtimeEvent => ({ type: 'session.updated', session })
  assert.equal(await secondsOf(update(formats.telephone)), 6)
  assert.equal(await secondsOf(grant(formats.telephone), update(formats.studio)), 6)
  assert.equal(await secondsOf(update(formats.studio), grant(formats.studio)), 1)
  assert.equal(await secondsOf(update(formats.telephone), grant(formats.studio)), 1)
})

test('what the upstream itself commits counts', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  for (let count = 0; count < 6; count++) meter.addClientEvent(append(48_000))
  meter.addServerEvent({ type: 'input_audio_buffer.committed' })
  meter.addServerEvent(textDelta('hello'))
  assert.equal((await meter.finish(false)).usage.audio_input, inputTokens6s)
})

test('our own count has the input, the instructions and tools of every response, and every kind of output', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.addClientEvent({ type: 'session.update', session: { instructions: 'hello', tools: [] } })
  for (let count = 0; count < 2; count++) {
    meter.addClientEvent(
      item({ type: 'input_text', text: 'hello' }, { type: 'input_image', image_url: 'https://a.example' }),
    )
    meter.addClientEvent({ type: 'conversation.item.create', item: { type: 'function_call_output', output: 'hello' } })
    meter.addClientEvent({ type: 'response.create', response: { instructions: 'hello' } })
    for (const type of [
      'response.text.delta',
      'response.output_text.delta',
      'response.audio_transcript.delta',
      'response.output_audio_transcript.delta',
      'response.function_call_arguments.delta',
    ])
      meter.addServerEvent({ type, delta: ' hello' })
    meter.addServerEvent(done())
  }
  const { usage } = await meter.finish(false)
  assert.deepEqual([usage.output, usage.image_input], [10, 2 * 765])
  assert.ok(usage.input >= 6 && usage.input <= 8, `${usage.input}`)
})

test('reported and counted responses add up; what was reported is not counted again', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.addClientEvent(item({ type: 'input_text', text: 'x'.repeat(1000) }))
  meter.addServerEvent(textDelta('y'.repeat(1000)))
  meter.addServerEvent(done(usageOf(100, 50)))
  const soFar = meter.estimate()
  assert.deepEqual([soFar.usage, soFar.responses], [{ ...noUsage, input: 100, output: 50 }, 1])
  meter.addServerEvent(textDelta('hello'))
  meter.addServerEvent(done())
  const { usage, responses, isCounted } = await meter.finish(false)
  assert.deepEqual([usage.input, usage.output, responses, isCounted], [100, 51, 2, true])
})

test('a response that made nothing costs nothing, whatever it claims to have read', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.addClientEvent(item({ type: 'input_text', text: 'hello' }))
  meter.addServerEvent(done(usageOf(1000, 0)))
  meter.addServerEvent(done())
  assert.deepEqual(await meter.finish(false), {
    usage: noUsage,
    responses: 0,
    transcriptions: [],
    isCounted: false,
  })
})

test('a response that is silent about its output is believed about its input', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.addServerEvent(textDelta('hello'))
  meter.addServerEvent(done(usageOf(1000, 0)))
  const { usage, isCounted } = await meter.finish(false)
  assert.deepEqual([usage.input, usage.output, isCounted], [1000, 1, true])
})

test('more than the model can read or write is not believed', async () => {
  for (const claim of [usageOf(3_000_000, 10), usageOf(10, 100_000)]) {
    const meter = new RealtimeMeter(model, price, prices)
    meter.addServerEvent(textDelta('hello'))
    meter.addServerEvent(done(claim))
    const { usage } = await meter.finish(false)
    assert.deepEqual([usage.input, usage.output], [0, 1])
  }
})

test('a response that was cut short without output costs what it read: as reported, or by our own count', async () => {
  for (const status of ['cancelled', 'incomplete'])
    for (const [usage, input, audio] of [
      [usageOf(1000, 0), 1000, 0],
      [undefined, 1, inputTokens6s],
      [usageOf(3_000_000, 0), 1, inputTokens6s],
    ] as const) {
      const meter = new RealtimeMeter(model, price, prices)
      for (let count = 0; count < 6; count++) meter.addClientEvent(append(48_000))
      meter.addClientEvent(commit)
      meter.addClientEvent(item({ type: 'input_text', text: 'hello' }))
      meter.addClientEvent({ type: 'response.create' })
      meter.addServerEvent({ type: 'response.done', response: { status, usage } })
      const used = await meter.finish(false)
      assert.deepEqual([used.usage.input, used.usage.audio_input, used.responses], [input, audio, 1], status)
    }
})

test('a response that failed without output costs nothing', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.addClientEvent(item({ type: 'input_text', text: 'hello' }))
  meter.addClientEvent({ type: 'response.create' })
  meter.addServerEvent({ type: 'response.done', response: { status: 'failed', usage: usageOf(1000, 0) } })
  assert.deepEqual((await meter.finish(true)).usage, noUsage)
})

test('a request without a response is paid, unless the upstream ended the session', async () => {
  for (const [isUpstreamGone, input] of [
    [false, 1],
    [true, 0],
  ] as const) {
    const meter = new RealtimeMeter(model, price, prices)
    meter.addClientEvent(item({ type: 'input_text', text: 'hello' }))
    meter.addServerEvent({ type: 'response.created' })
    assert.equal((await meter.finish(!isUpstreamGone)).usage.input, input)
  }
  const meter = new RealtimeMeter(model, price, prices)
  meter.addClientEvent(item({ type: 'input_text', text: 'hello' }))
  assert.deepEqual((await meter.finish(true)).usage, noUsage, 'nothing was requested yet')
})

test('the input of a request counts towards the estimate as soon as it is sent', () => {
  const meter = new RealtimeMeter(model, price, prices)
  for (let count = 0; count < 6; count++) meter.addClientEvent(append(48_000))
  meter.addClientEvent(commit)
  assert.equal(meter.estimate().usage.audio_input, 0)
  meter.addClientEvent({ type: 'response.create' })
  const { usage, responses } = meter.estimate()
  assert.deepEqual([usage.audio_input, responses], [inputTokens6s, 1])
})

test('while a response is under way the estimate runs ahead of it', () => {
  const meter = new RealtimeMeter(model, price, prices)
  assert.deepEqual(meter.estimate(), { usage: noUsage, responses: 0, transcriptions: [] })
  meter.addServerEvent(textDelta('x'.repeat(3000)))
  const { usage, responses } = meter.estimate()
  assert.deepEqual([usage.output, responses], [1000, 1])
})

test('a day of sound in one second, and texts without end, are counted all the same', async () => {
  const meter = new RealtimeMeter(model, price, prices)
  meter.addServerEvent({ type: 'session.created', session: { output_audio_format: 'g711_alaw' } })
  const minutes = second(8_000 * 60)
  for (let count = 0; count < 1500; count++) meter.addServerEvent({ type: 'response.audio.delta', delta: minutes })
  for (let count = 0; count < 300; count++) meter.addServerEvent(textDelta('x'.repeat(3000)))
  const { usage } = await meter.finish(false)
  assert.equal(usage.audio_output, Math.round((24 * 60 * 200) / 0.24))
  assert.ok(usage.output > 230_000)
})
