import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countTokens as olderTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { assertCharged, assertFree, type Books, booksOf, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { givenWav } from './given-wav.ts'
import { eventsIn, open, send } from './send.ts'

const relay = useRelay('sqlite')

/** One question, and what it costs by the price book, worked out here. */
type Question = {
  path: string
  model: string
  body(): object | FormData
  cost: number
  /** What its client pays who leaves before the answer. */
  abandoned: number
  channel?: () => GivenChannel
  fault?: Fault
}

const text = 'The quick brown fox jumps over the lazy dog.'
const tokens = Math.ceil(text.length / 4)
const recording = givenWav(94.2)
function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}
const file = () => new File([new Uint8Array(recording)], 'talk.wav', { type: 'audio/wav' })
const dollars = (amount: string, ...factors: string[]) => charge([[1, amount]], '500000', ...factors)
const minutes = (seconds: number) => Math.round((Math.ceil(seconds) / 60) * 1000)
const missing: Fault = { kind: 'usage', how: 'missing' }

const questions: Record<string, Question> = {
  'an embedding, by the upstream’s count': {
    path: '/v1/embeddings',
    model: 'text-embedding-3-small',
    body: () => ({ model: 'text-embedding-3-small', input: [text, text] }),
    cost: charge([[tokens * 2, '1']], '0.01'),
    abandoned: charge([[olderTokens(text) * 2, '1']], '0.01'),
  },
  'an embedding, by our own count': {
    path: '/v1/embeddings',
    model: 'text-embedding-3-small',
    body: () => ({ model: 'text-embedding-3-small', input: text.repeat(50) }),
    cost: charge([[olderTokens(text.repeat(50)), '1']], '0.01'),
    abandoned: charge([[olderTokens(text.repeat(50)), '1']], '0.01'),
    fault: missing,
  },
  'a picture of the usual size': {
    path: '/v1/images/generations',
    model: 'dall-e-3',
    body: () => ({ model: 'dall-e-3', prompt: text }),
    cost: dollars('0.04'),
    abandoned: dollars('0.04'),
  },
  'a large picture of high quality': {
    path: '/v1/images/generations',
    model: 'dall-e-3',
    body: () => ({ model: 'dall-e-3', prompt: text, size: '1024x1792', quality: 'hd' }),
    cost: dollars('0.04', '2', '1.5'),
    abandoned: dollars('0.04', '2', '1.5'),
  },
  'small pictures, three of them': {
    path: '/v1/images/generations',
    model: 'dall-e-2',
    body: () => ({ model: 'dall-e-2', prompt: text, size: '512x512', n: 3 }),
    cost: dollars('0.02', '0.45', '3'),
    abandoned: dollars('0.02', '0.45', '3'),
  },
  'a picture made of tokens': {
    path: '/v1/images/generations',
    model: 'gpt-image-1',
    body: () => ({ model: 'gpt-image-1', prompt: text, quality: 'low' }),
    cost: charge(
      [
        [tokens, '1'],
        [272, '8'],
      ],
      '2.5',
    ),
    abandoned: charge([[Math.ceil(text.length / 3), '1']], '2.5'),
  },
  'an edited picture': {
    path: '/v1/images/edits',
    model: 'gpt-image-1',
    body: () =>
      form({
        model: 'gpt-image-1',
        prompt: text,
        quality: 'low',
        image: new File(['x'], 'a.png', { type: 'image/png' }),
      }),
    cost: charge(
      [
        [tokens, '1'],
        [323, '2'],
        [272, '8'],
      ],
      '2.5',
    ),
    abandoned: charge([[Math.ceil(text.length / 3), '1']], '2.5'),
  },
  'speech by the character': {
    path: '/v1/audio/speech',
    model: 'tts-1',
    body: () => ({ model: 'tts-1', input: `${text} 早上好 👋`, voice: 'alloy' }),
    cost: charge([[text.length + 6, '1']], '7.5'),
    abandoned: charge([[text.length + 6, '1']], '7.5'),
  },
  'speech by tokens and length': {
    path: '/v1/audio/speech',
    model: 'gpt-4o-mini-tts',
    body: () => ({ model: 'gpt-4o-mini-tts', input: text, voice: 'alloy', response_format: 'wav' }),
    // The pretend voice takes a tenth of a second for each of the nine words.
    cost: charge(
      [
        [countTokens(text), '1'],
        [minutes(0.9), '20'],
      ],
      '0.3',
    ),
    abandoned: charge([[countTokens(text), '1']], '0.3'),
  },
  'a transcription by its length': {
    path: '/v1/audio/transcriptions',
    model: 'whisper-1',
    body: () => form({ model: 'whisper-1', file: file() }),
    cost: charge([[1583, '1']], '3'),
    abandoned: charge([[1583, '1']], '3'),
  },
  'a translation by its length': {
    path: '/v1/audio/translations',
    model: 'whisper-1',
    body: () => form({ model: 'whisper-1', file: file(), response_format: 'text' }),
    cost: charge([[1583, '1']], '3'),
    abandoned: charge([[1583, '1']], '3'),
  },
  'a transcription by tokens': {
    path: '/v1/audio/transcriptions',
    model: 'gpt-4o-transcribe',
    body: () => form({ model: 'gpt-4o-transcribe', file: file() }),
    cost: transcribedCost(),
    abandoned: charge([[1583, '1']], '1.25'),
  },
  'a picture made of tokens, as events': {
    path: '/v1/images/generations',
    model: 'gpt-image-1',
    body: () => ({ model: 'gpt-image-1', prompt: text, quality: 'low', stream: true, partial_images: 2 }),
    cost: charge(
      [
        [tokens, '1'],
        [272, '8'],
      ],
      '2.5',
    ),
    abandoned: charge([[Math.ceil(text.length / 3), '1']], '2.5'),
  },
  'speech by tokens, as events': {
    path: '/v1/audio/speech',
    model: 'gpt-4o-mini-tts',
    body: () => ({
      model: 'gpt-4o-mini-tts',
      input: text,
      voice: 'alloy',
      response_format: 'wav',
      stream_format: 'sse',
    }),
    // Two tokens for every piece of 4 KiB: nine tenths of a second at 24 kHz are eleven of them.
    cost: charge(
      [
        [tokens, '1'],
        [22, '20'],
      ],
      '0.3',
    ),
    abandoned: charge([[countTokens(text), '1']], '0.3'),
  },
  'a transcription by tokens, as events': {
    path: '/v1/audio/transcriptions',
    model: 'gpt-4o-transcribe',
    body: () => form({ model: 'gpt-4o-transcribe', file: file(), stream: 'true' }),
    cost: transcribedCost(),
    abandoned: charge([[1583, '1']], '1.25'),
  },
  'a moderation, which is free': {
    path: '/v1/moderations',
    model: 'omni-moderation-latest',
    body: () => ({ input: text }),
    cost: 0,
    abandoned: 0,
  },
  'a ranking by the call': {
    path: '/v1/rerank',
    model: 'rerank-v3.5',
    body: () => ({ model: 'rerank-v3.5', query: text, documents: [text, 'x'] }),
    cost: dollars('0.002'),
    abandoned: dollars('0.002'),
  },
}

/** The pretend model hears ten tokens a second, at 16,000 bytes a second, and says what it heard. */
function transcribedCost(): number {
  const heard = `Heard ${recording.length} bytes of audio/wav from talk.wav.`
  const seconds = Math.ceil(recording.length / 16_000)
  return charge(
    [
      [seconds * 10, '1'],
      [Math.ceil(heard.length / 4), '4'],
    ],
    '1.25',
  )
}

async function given({ model, channel, fault }: Question, ...faults: Fault[]) {
  const here = relay.place()
  const { key } = await here.channel({ models: model, ...channel?.() })
  for (const each of [...(fault ? [fault] : []), ...faults]) relay.mock.faults.add({ match: { key }, fault: each })
  return { upstream: key, mine: await here.key() }
}

/** Speech that does not come as events is passed on as it comes. */
const isSound = ({ path, body }: Question) => path === '/v1/audio/speech' && !('stream_format' in body())

for (const [name, question] of Object.entries(questions))
  describe(name, () => {
    const { path, body, cost, abandoned } = question

    test('is charged exactly', async () => {
      const { mine } = await given(question)
      const { status, text } = await send(relay, path, { key: mine.key, body: body() })
      assert.equal(status, 200, text.slice(0, 200))
      assertCharged(await booksOf(relay, mine), cost)
    })

    const failures: Record<string, Fault> = {
      'is refused': { kind: 'status', status: 500 },
      'is answered with an error': { kind: 'error-in-200' },
      'is answered with nothing': { kind: 'silent', how: 'empty' },
      'is cut off in its answer': { kind: 'cut', at: 'inside' },
      'never gets through': { kind: 'cut', at: 'before-headers' },
    }
    test('costs nothing if it brings nothing', async () => {
      for (const [way, fault] of Object.entries(failures)) {
        if (isSound(question) && fault.kind === 'cut' && fault.at === 'inside') continue // it brings some: see below
        const { mine } = await given(question, fault)
        const { status } = await send(relay, path, { key: mine.key, body: body() })
        assert.ok(status >= 400, `${way}: ${status}`)
        assertFree(await booksOf(relay, mine))
      }
    })

    test('costs what was asked if its client does not wait', async () => {
      const { mine, upstream } = await given(question, { kind: 'silent' })
      const leaving = new AbortController()
      const arrived = relay.mock.requests.nextRequest(({ key }) => key === upstream)
      const gone = relay.mock.requests.nextAbort(({ key }) => key === upstream)
      const asked = open(relay, path, { key: mine.key, body: body(), signal: leaving.signal })
      await arrived
      leaving.abort()
      await assert.rejects(asked)
      await gone
      assertCharged(await settledBooks(relay, mine), abandoned)
    })
  })

describe('an answer that is passed on while it comes', () => {
  const asEvents = ['a picture made of tokens, as events', 'a transcription by tokens, as events'] as const
  const spoken = questions['speech by tokens, as events'] as Question

  for (const name of [...asEvents, 'speech by tokens, as events'] as const)
    test(`${name}: its beginning is there before its end, and who leaves then pays and stops the upstream`, async () => {
      const question = questions[name] as Question
      const { mine, upstream } = await given(question, { kind: 'delay', chunkMs: 60_000 })
      const leaving = new AbortController()
      const gone = relay.mock.requests.nextAbort(({ key }) => key === upstream)
      const response = await open(relay, question.path, {
        key: mine.key,
        body: question.body(),
        signal: leaving.signal,
      })
      assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
      leaving.abort()
      await gone
      assertCharged(await settledBooks(relay, mine), question.abandoned)
    })

  test('half a picture is none: whoever gets only that is told so and pays nothing', async () => {
    const question = questions['a picture made of tokens, as events'] as Question
    const { mine } = await given(question, { kind: 'cut', at: 'after-chunks', afterChunks: 2 })
    const { status, text } = await send(relay, question.path, { key: mine.key, body: question.body() })
    assert.equal(status, 200)
    const events = eventsIn(text)
    assert.match(events[0]?.type, /partial_image/)
    assert.ok(events.at(-1)?.error.message, text.slice(-300))
    assertFree(await booksOf(relay, mine))
  })

  test('sound that breaks off is paid as far as it came, as events or as it is', async () => {
    const { mine } = await given(spoken, { kind: 'cut', at: 'after-chunks', afterChunks: 3 })
    const { text } = await send(relay, spoken.path, { key: mine.key, body: spoken.body() })
    assert.ok(eventsIn(text).at(-1)?.error.message)
    const { rows } = await settledBooks(relay, mine)
    const paid = rows[0]?.quota ?? 0
    assert.ok(paid > spoken.abandoned && paid < spoken.cost, `${spoken.abandoned} < ${paid} < ${spoken.cost}`)

    const plain = questions['speech by tokens and length'] as Question
    const cut = await given(plain, { kind: 'cut', at: 'inside' })
    const broken = await open(relay, plain.path, { key: cut.mine.key, body: plain.body() })
    assert.match(broken.headers.get('content-type') ?? '', /^audio\//)
    await assert.rejects(broken.arrayBuffer())
    const half = (await settledBooks(relay, cut.mine)).rows[0]?.quota ?? 0
    assert.ok(half > 0 && half <= plain.cost, `0 < ${half} <= ${plain.cost}`)
  })
})

describe('an upstream’s word on pictures', () => {
  const question = questions['small pictures, three of them'] as Question
  const answered = async (data: unknown): Promise<Books> => {
    const { mine } = await given(question, { kind: 'error-in-200', body: { created: 1, data } })
    await send(relay, question.path, { key: mine.key, body: question.body() })
    return booksOf(relay, mine)
  }
  const picture = { url: 'https://pictures.example/1.png' }

  test('fewer pictures than asked for cost less', async () => {
    assertCharged(await answered([picture]), dollars('0.02', '0.45'))
  })
  test('more pictures than asked for cost no more', async () => {
    assertCharged(await answered(Array.from({ length: 1000 }, () => picture)), question.cost)
  })
  test('no pictures cost nothing', async () => {
    for (const data of [[], null, 'x', undefined, {}]) assertFree(await answered(data))
  })
})

describe('numbers that cannot be true in answers to single questions', () => {
  for (const how of ['negative', 'huge', 'string', 'fractional', 'zero'] as const)
    test(`${how} usage is replaced by our own count`, async () => {
      const { mine } = await given(questions['an embedding, by our own count'] as Question)
      relay.mock.faults.clear()
      relay.mock.faults.add({ fault: { kind: 'usage', how } })
      const body = { model: 'text-embedding-3-small', input: text }
      await send(relay, '/v1/embeddings', { key: mine.key, body })
      relay.mock.faults.clear()
      const row = assertCharged(await booksOf(relay, mine), charge([[olderTokens(text), '1']], '0.01'))
      assert.equal(row.other.admin_info.local_count_tokens, true)
    })
})
