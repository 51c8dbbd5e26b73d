import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, eventsIn, post, postJson, upstreamFor } from './test-client.ts'

test('embeddings are vectors of the size requested, as numbers or as bytes', async (t) => {
  const { url } = await upstreamFor(t)
  const embed = (more: object) =>
    postJson(`${url}/v1/embeddings`, { model: 'text-embedding-3-small', input: 'hello', ...more })
  const { body } = await embed({})
  assert.equal(body.data[0].embedding.length, 1536)
  assert.deepEqual(body.usage, { prompt_tokens: 2, total_tokens: 2 })
  const bytes = await embed({ encoding_format: 'base64', dimensions: 3 })
  assert.equal(Buffer.from(bytes.body.data[0].embedding, 'base64').length, 12)
  assert.equal((await embed({ input: [[1, 2, 3], [4]] })).body.usage.prompt_tokens, 4)
  assert.equal((await embed({ input: ['a', ''] })).status, 400)
  assert.equal((await embed({ input: undefined })).body.error.param, 'input')
  assert.equal((await embed({ model: undefined })).status, 400)
  assert.equal((await embed({ model: 'no-such-model' })).status, 404)
  assert.equal((await embed({ encoding_format: 'hex' })).body.error.param, 'encoding_format')
  assert.equal((await embed({ dimensions: 5000 })).body.error.param, 'dimensions')
  assert.equal(
    (await embed({ model: 'text-embedding-ada-002', dimensions: 5 })).body.error.code,
    'unsupported_parameter',
  )
})

test('older image models respond with URLs of a picture, newer ones with bytes and usage', async (t) => {
  const { url } = await upstreamFor(t)
  const old = await postJson(`${url}/v1/images/generations`, { model: 'dall-e-2', prompt: 'a cat', n: 2 })
  assert.equal(old.body.data.length, 2)
  const picture = await fetch(old.body.data[0].url)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.equal(old.body.usage, undefined)
  const recent = await postJson(`${url}/v1/images/generations`, {
    model: 'gpt-image-2',
    prompt: 'a cat',
    quality: 'high',
  })
  assert.deepEqual([recent.body.usage.input_tokens, recent.body.usage.output_tokens], [2, 4160])
  assert.match(recent.body.data[0].b64_json, /^iVBOR/)
})

for (const [what, request, param] of [
  ['no prompt', {}, 'prompt'],
  ['a size of another model', { model: 'dall-e-3', prompt: 'x', size: '256x256' }, 'size'],
  ['several pictures from one that draws one', { model: 'dall-e-3', prompt: 'x', n: 2 }, 'n'],
  [
    'a response format where bytes are the rule',
    { model: 'gpt-image-2', prompt: 'x', response_format: 'url' },
    'response_format',
  ],
  ['an unknown quality', { model: 'gpt-image-2', prompt: 'x', quality: 'hd' }, 'quality'],
] as const) {
  test(`images refuse ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const { status, body } = await postJson(`${url}/v1/images/generations`, request)
    assert.deepEqual([status, body.error.param], [400, param])
  })
}

test('pictures stream in parts', async (t) => {
  const { url } = await upstreamFor(t)
  const list = await events(`${url}/v1/images/generations`, {
    model: 'gpt-image-2',
    prompt: 'x',
    stream: true,
    partial_images: 2,
  })
  assert.deepEqual(
    list.map(({ event }) => event),
    ['image_generation.partial_image', 'image_generation.partial_image', 'image_generation.completed'],
  )
  assert.ok(list.at(-1)?.data.usage.total_tokens > 0)
})

test('an edit needs a picture, and of a kind that can be edited', async (t) => {
  const { url } = await upstreamFor(t)
  const edit = async (...files: File[]) => {
    const form = new FormData()
    form.set('model', 'gpt-image-2')
    form.set('prompt', 'x')
    for (const file of files) form.append('image[]', file)
    const response = await fetch(`${url}/v1/images/edits`, { method: 'POST', headers: bearer, body: form })
    return JSON.parse(await response.text())
  }
  const picture = new File(['x'], 'a.png', { type: 'image/png' })
  assert.equal((await edit(picture, picture)).usage.input_tokens_details.image_tokens, 646)
  assert.equal((await edit()).error.param, 'image')
  assert.equal((await edit(new File(['x'], 'a.txt', { type: 'text/plain' }))).error.code, 'unsupported_file_mimetype')
})

test('speech is sound of the format requested, or events with its pieces', async (t) => {
  const { url } = await upstreamFor(t)
  const speak = (more: object) =>
    post(`${url}/v1/audio/speech`, { model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'one two three', ...more })
  const wave = await speak({ response_format: 'wav' })
  assert.equal(wave.headers.get('content-type'), 'audio/wav')
  const bytes = Buffer.from(await wave.arrayBuffer())
  assert.deepEqual([bytes.toString('latin1', 0, 4), bytes.length], ['RIFF', 44 + 3 * 4800])
  const list = eventsIn(await (await speak({ stream_format: 'sse' })).text())
  assert.equal(list.at(-1)?.event, 'speech.audio.done')
  assert.equal(list.at(-1)?.data.usage.input_tokens, 4)
  assert.equal((await speak({ voice: undefined })).status, 400)
  assert.equal((await speak({ model: 'tts-1', stream_format: 'sse' })).status, 400)
})

test('a transcription comes in the format requested, with the usage of its model', async (t) => {
  const { url } = await upstreamFor(t)
  const hear = async (fields: Record<string, string>, path = 'transcriptions') => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new File(['x'.repeat(32_000)], 'a.mp3', { type: 'audio/mpeg' }))
    return (await fetch(`${url}/v1/audio/${path}`, { method: 'POST', headers: bearer, body: form })).text()
  }
  const text = 'Heard 32000 bytes of audio/mpeg from a.mp3.'
  assert.deepEqual(JSON.parse(await hear({ model: 'whisper-1' })), { text, usage: { type: 'duration', seconds: 2 } })
  assert.equal(JSON.parse(await hear({ model: 'gpt-4o-transcribe' })).usage.input_token_details.audio_tokens, 20)
  assert.equal(await hear({ model: 'whisper-1', response_format: 'text' }), `${text}\n`)
  assert.match(await hear({ model: 'whisper-1', response_format: 'srt' }), /^1\n00:00:00,000 --> 00:00:02,000\nHeard/)
  assert.match(await hear({ model: 'whisper-1', response_format: 'vtt' }), /^WEBVTT/)
  assert.equal(JSON.parse(await hear({ model: 'whisper-1', response_format: 'verbose_json' })).duration, 2)
  const list = eventsIn(await hear({ model: 'gpt-4o-transcribe', stream: 'true' }))
  assert.equal(list.at(-1)?.data.text, text)
  assert.match(await hear({ model: 'whisper-1' }, 'translations'), /Translated 32000/)
  assert.equal(
    JSON.parse(await hear({ model: 'gpt-4o-transcribe', response_format: 'srt' })).error.param,
    'response_format',
  )
  const noForm = await postJson(`${url}/v1/audio/transcriptions`, { model: 'whisper-1' })
  assert.equal(noForm.body.error.code, 'unsupported_content_type')
})

test('moderation flags a text for the categories it names', async (t) => {
  const { url } = await upstreamFor(t)
  const { body } = await postJson(`${url}/v1/moderations`, { input: ['I like cats', 'so much violence'] })
  assert.deepEqual(
    body.results.map(({ flagged }: { flagged: boolean }) => flagged),
    [false, true],
  )
  assert.equal(body.results[1].categories.violence, true)
  assert.equal((await postJson(`${url}/v1/moderations`, {})).body.error.param, 'input')
  const parts = await postJson(`${url}/v1/moderations`, { input: [{ type: 'text', text: 'hate' }] })
  assert.equal(parts.body.results[0].categories.hate, true)
})

test('reranking sorts by shared words, in the shape of Jina and in that of Cohere', async (t) => {
  const { url, urlOf } = await upstreamFor(t)
  const request = { model: 'm', query: 'red cats', documents: ['blue dogs', 'red cats sleep', 'cats'], top_n: 2 }
  const jina = await postJson(`${url}/v1/rerank`, request)
  assert.deepEqual(
    jina.body.results.map(({ index }: { index: number }) => index),
    [1, 2],
  )
  assert.deepEqual(jina.body.results[0].document, { text: 'red cats sleep' })
  assert.equal(jina.body.usage.total_tokens, 10)
  const cohere = await postJson(`${urlOf('cohere')}/v2/rerank`, request)
  assert.deepEqual(Object.keys(cohere.body.results[0]), ['index', 'relevance_score'])
  assert.equal(cohere.body.meta.billed_units.search_units, 1)
  const extra = await postJson(`${urlOf('cohere')}/v2/rerank`, { ...request, return_documents: true })
  assert.equal(extra.status, 422)
  const empty = await postJson(`${urlOf('jina')}/v1/rerank`, { ...request, query: '' })
  assert.deepEqual([empty.status, empty.body.detail[0].loc], [422, ['body', 'query']])
})
