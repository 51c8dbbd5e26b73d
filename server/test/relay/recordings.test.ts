import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { useRelay } from '../harness/relay-harness.ts'
import { assertCharged, assertFree, booksOf } from './books.ts'
import { charge } from './charge.ts'
import { givenWav } from './given-wav.ts'
import { open, send } from './send.ts'
import { startSteeredUpstream } from './steered-upstream.ts'

const relay = useRelay('sqlite')
const path = '/v1/audio/transcriptions'
const transcript = 'hello'

function form(file: Buffer, fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries({ model: 'whisper-1', ...fields })) data.append(name, value)
  data.append('file', new File([new Uint8Array(file)], 'talk.wav'))
  return data
}
const cost = (seconds: number) => charge([[Math.round((Math.ceil(seconds) * 1000) / 60), '1']], '3')

/** The books after a recording of 30 seconds was transcribed, and the upstream reported this. */
async function transcribed(t: Parameters<typeof startSteeredUpstream>[0], report: object) {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ models: 'whisper-1', base_url: upstream.url })
  const mine = await here.key()
  const sent = open(relay, path, { key: mine.key, body: form(givenWav(30)) })
  const { response } = await upstream.next()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: transcript, ...report }))
  assert.equal((await sent).status, 200)
  return booksOf(relay, mine)
}

test('a recording whose header contradicts itself is refused before any upstream hears it', async () => {
  const here = relay.place()
  await here.channel({ models: 'whisper-1' })
  const mine = await here.key()
  const file = givenWav(60)
  file.writeUInt32LE(0xffff_ffff, 28) // bytes a second: a minute would last less than a millisecond
  const { status, json } = await send(relay, path, { key: mine.key, body: form(file) })
  assert.deepEqual([status, json.error.param], [400, 'file'])
  assert.deepEqual(here.sent(), [])
  assertFree(await booksOf(relay, mine))
})

test('a second recording, which the upstream might hear in place of the first, is refused', async () => {
  const here = relay.place()
  await here.channel({ models: 'whisper-1' })
  const mine = await here.key()
  const recordings: [name: string, value: string | File][] = [
    ...['file', 'File', 'file[]', 'audio'].map((name): [string, File] => [
      name,
      new File([new Uint8Array(givenWav(60))], 'talk.wav'),
    ]),
    ...['url', 'file_url', 'file_id'].map((name): [string, string] => [name, 'https://recordings.example/long.wav']),
  ]
  for (const [name, value] of recordings) {
    const body = form(givenWav(1))
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value)
    const { status, json } = await send(relay, path, { key: mine.key, body })
    assert.deepEqual([status, json.error.param], [400, name], name)
  }
  assert.deepEqual(here.sent(), [])
  assertFree(await booksOf(relay, mine))
})

test('the longer of our own count and the seconds an upstream reports is charged', async (t) => {
  for (const [report, seconds] of [
    [{ usage: { type: 'duration', seconds: 600 } }, 600],
    [{ duration: 600.4 }, 600.4],
    [{ duration: '600.4' }, 600.4],
    [{ duration: 41, usage: { type: 'duration', seconds: 42 } }, 42],
    [{ usage: { type: 'duration', seconds: 3 } }, 30],
    [{}, 30],
  ] as const)
    assertCharged(await transcribed(t, report), cost(seconds))
})

test('seconds that cannot be true are replaced by our own count', async (t) => {
  for (const seconds of [-600, 0, 1e300, 86_401, 'x', '', null, [600], {}])
    assertCharged(await transcribed(t, { duration: seconds, usage: { type: 'duration', seconds } }), cost(30))
})

test('speech that comes inside JSON without usage costs its sound', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ type: 42, models: 'gpt-4o-mini-tts', base_url: upstream.url })
  const mine = await here.key()
  const body = { model: 'gpt-4o-mini-tts', input: transcript, voice: 'alloy', response_format: 'wav' }
  const sent = send(relay, '/v1/audio/speech', { key: mine.key, body })
  const { response } = await upstream.next()
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ audio_data: givenWav(94.2).toString('base64') }))
  assert.equal((await sent).status, 200)
  assertCharged(
    await booksOf(relay, mine),
    charge(
      [
        [countTokens(transcript), '1'],
        [1583, '20'],
      ],
      '0.3',
    ),
  )
})
