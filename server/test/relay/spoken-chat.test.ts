import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { useRelay } from '../harness/relay-harness.ts'
import { assertCharged, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { chatBody, open } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const relay = useRelay('sqlite')
const model = 'gpt-4o-audio-preview'
const second = Buffer.alloc(48_000).toString('base64')
const sound = chatChunk({ audio: { id: 'audio_1', data: second } })
const transcript = 'hello hello hello'
const body = chatBody('hello there', {
  model,
  stream: true,
  modalities: ['text', 'audio'],
  audio: { voice: 'alloy', format: 'pcm16' },
})

/** A chat whose spoken response has begun: its first second is with the client. */
async function begin(t: Parameters<typeof startSteeredUpstream>[0], signal?: AbortSignal) {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ models: model, base_url: upstream.url })
  const mine = await here.key()
  const sent = open(relay, '/v1/chat/completions', { key: mine.key, body, ...(signal && { signal }) })
  const { response } = await upstream.next()
  openEvents(response)
  response.write(chatChunk({ role: 'assistant', audio: { id: 'audio_1', transcript } }) + sound)
  const reader = (await sent).body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.ok(reader)
  /** Reads until so many seconds of sound have come in all. */
  let received = ''
  const until = async (isEnough: (text: string) => boolean) => {
    while (!isEnough(received)) {
      const { value, done } = await reader.read()
      assert.ok(!done, received.slice(-300))
      received += value
    }
  }
  const heard = (seconds: number) => until((text) => text.split(second).length > seconds)
  return { mine, response, heard, ended: () => until((text) => text.includes('[DONE]')) }
}

/** The prompt: three tokens for the response, four for the message and its role, two of text. */
const promptTokens = 3 + 3 + 1 + countTokens('hello there')
const cost = (input: number, output: number, audioOutput: number) =>
  charge(
    [
      [input, '1'],
      [output, '4'],
      [audioOutput, '32'],
    ],
    '1.25',
  )
const audioTokens = (seconds: number) => Math.round((seconds * 1000) / 60)

test('a spoken response passes piece by piece, and costs what the upstream reports', async (t) => {
  const { mine, response, heard, ended } = await begin(t)
  for (let seconds = 1; seconds <= 3; seconds++) {
    await heard(seconds)
    response.write(sound)
  }
  const { usage } = usageOf(50, 120)
  response.write(chatChunk({}, 'stop'))
  response.end(
    `${chatChunk({}, null, {
      choices: [],
      usage: { ...usage, completion_tokens_details: { audio_tokens: 100, text_tokens: 20 } },
    })}data: [DONE]\n\n`,
  )
  await ended()
  assertCharged(await settledBooks(relay, mine), cost(50, 20, 100))
})

test('a spoken response without usage costs its transcript and its sound', async (t) => {
  const { mine, response, heard, ended } = await begin(t)
  await heard(1)
  response.write(sound)
  await heard(2)
  response.end(`${chatChunk({}, 'stop')}data: [DONE]\n\n`)
  await ended()
  const row = assertCharged(
    await settledBooks(relay, mine),
    cost(promptTokens, countTokens(transcript), audioTokens(2)),
  )
  assert.equal(row.other.admin_info.local_count_tokens, true)
})

test('a spoken response whose client hangs up costs the sound that came', async (t) => {
  const leaving = new AbortController()
  const { mine, heard } = await begin(t, leaving.signal)
  await heard(1)
  leaving.abort()
  assertCharged(await settledBooks(relay, mine), cost(promptTokens, countTokens(transcript), audioTokens(1)))
})

test('a long spoken response is not taken for a silent one', async (t) => {
  const { mine, response, heard, ended } = await begin(t)
  for (let count = 0; count < 59; count++) response.write(sound)
  await heard(60)
  response.end(`${chatChunk({}, 'stop')}data: [DONE]\n\n`)
  await ended()
  assertCharged(await settledBooks(relay, mine), cost(promptTokens, countTokens(transcript), audioTokens(60)))
})
