import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import { WebSocket } from 'ws'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { type EntryPoint, entryPoints } from './entry-points.ts'
import { givenWav } from './given-wav.ts'
import { chatBody, send } from './send.ts'

const relay = useRelay('sqlite')
const everything = [
  'gpt-4o,gpt-3.5-turbo-instruct,text-embedding-3-small,dall-e-3,dall-e-2,gpt-image-1,tts-1,gpt-4o-mini-tts',
  'whisper-1,gpt-4o-transcribe,omni-moderation-latest,jina-reranker-v2-base-multilingual,claude-sonnet-4-5',
].join(',')

async function given(models = everything) {
  const here = relay.place()
  await here.channel({ models })
  const { key, user_id, username } = await here.key()
  const openai = new OpenAI({ apiKey: key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
  return { here, key, user_id, username, openai }
}

describe('single requests through the OpenAI SDK', () => {
  test('a legacy completion, whole and streamed', async () => {
    const { openai } = await given()
    const call = { model: 'gpt-3.5-turbo-instruct', prompt: 'Once upon a time' }
    const whole = await openai.completions.create(call)
    assert.match(whole.choices[0]?.text ?? '', /Once upon a time/)
    assert.equal(whole.object, 'text_completion')
    assert.ok(whole.usage && whole.usage.total_tokens > 0)
    let text = ''
    for await (const chunk of await openai.completions.create({ ...call, stream: true }))
      text += chunk.choices[0]?.text ?? ''
    assert.equal(text, whole.choices[0]?.text)
  })

  test('a legacy completion of a model that only chats', async () => {
    const { openai } = await given()
    const here = relay.place()
    await here.channel({ type: 14, models: 'claude-sonnet-4-5', base_url: relay.mock.urlOf('anthropic') })
    const { key } = await here.key()
    const claude = openai.withOptions({ apiKey: key })
    const whole = await claude.completions.create({ model: 'claude-sonnet-4-5', prompt: 'Once upon a time' })
    assert.equal(whole.choices[0]?.text, 'Once upon a time')
  })

  test('embeddings as numbers and as base64, for one text and several, also at the old address', async () => {
    const { openai, key } = await given()
    const one = await openai.embeddings.create({ model: 'text-embedding-3-small', input: 'sea', dimensions: 8 })
    assert.equal(one.data[0]?.embedding.length, 8)
    const several = await openai.embeddings.create({ model: 'text-embedding-3-small', input: ['sea', 'sky'] })
    assert.deepEqual([several.data.length, several.usage.prompt_tokens], [2, 2])
    const old = await send(relay, '/v1/engines/text-embedding-3-small/embeddings', { key, body: { input: 'sea' } })
    assert.equal(old.status, 200)
    assert.equal(old.json.data[0].embedding.length, 1536)
  })

  test('pictures: drawn by address or bytes, and edited', async () => {
    const { openai } = await given()
    const drawn = await openai.images.generate({ prompt: 'a lighthouse' })
    assert.match(drawn.data?.[0]?.url ?? '', /^http/, 'without a model it is the usual one')
    const bytes = await openai.images.generate({ model: 'dall-e-2', prompt: 'x', n: 2, response_format: 'b64_json' })
    assert.equal(bytes.data?.length, 2)
    const image = await toFile(Buffer.from('89504e470d0a1a0a', 'hex'), 'in.png', { type: 'image/png' })
    const edited = await openai.images.edit({ model: 'gpt-image-1', prompt: 'make it blue', image })
    assert.ok(edited.data?.[0]?.b64_json)
  })

  test('speech comes as sound, a recording becomes text, and text in another language English', async () => {
    const { openai, here } = await given()
    const spoken = await openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'good morning' })
    assert.equal(spoken.headers.get('content-type'), 'audio/mpeg')
    assert.ok((await spoken.arrayBuffer()).byteLength > 0)
    const file = await toFile(givenWav(2), 'talk.wav', { type: 'audio/wav' })
    const heard = await openai.audio.transcriptions.create({ model: 'whisper-1', file })
    assert.match(heard.text, /^Heard \d+ bytes of audio\/wav from talk\.wav\.$/)
    const subtitles = await openai.audio.transcriptions.create({ model: 'whisper-1', file, response_format: 'srt' })
    assert.match(String(subtitles), /-->/)
    const translated = await openai.audio.translations.create({ model: 'whisper-1', file })
    assert.match(translated.text, /^Translated/)
    assert.deepEqual(here.sent().at(-1)?.path, '/v1/audio/translations')
  })

  test('moderation flags what it should', async () => {
    const { openai } = await given()
    const { results } = await openai.moderations.create({ input: ['I like tea', 'violence everywhere'] })
    assert.deepEqual(
      results.map(({ flagged }) => flagged),
      [false, true],
    )
  })

  test('rerank orders documents', async () => {
    const { key } = await given()
    const body = {
      model: 'jina-reranker-v2-base-multilingual',
      query: 'where do cats sleep',
      documents: ['dogs bark', 'cats sleep on sofas'],
      top_n: 1,
    }
    const { status, json } = await send(relay, '/v1/rerank', { key, body })
    assert.equal(status, 200)
    assert.deepEqual([json.results.length, json.results[0].index], [1, 1])
  })
})

describe('the list of models', () => {
  test('is what the key may call: served in its group, on its list, and priced', async () => {
    const { here, openai } = await given('gpt-4o,gpt-4o-mini,model-without-a-price')
    const ids = (await openai.models.list()).data.map(({ id }) => id)
    assert.deepEqual(ids, ['gpt-4o', 'gpt-4o-mini'])
    const { key } = await here.key({ model_limits: 'gpt-4o-mini,claude-sonnet-4-5' })
    const limited = await openai.withOptions({ apiKey: key }).models.list()
    assert.deepEqual(
      limited.data.map(({ id }) => id),
      ['gpt-4o-mini'],
    )
  })

  test('has each vendor’s own shape for each vendor’s own SDK', async () => {
    const { key, openai } = await given('gpt-4o')
    const [ours] = (await openai.models.list()).data
    assert.deepEqual([ours?.id, ours?.object, ours?.created], ['gpt-4o', 'model', 1626777600])
    const anthropic = new Anthropic({ apiKey: key, baseURL: relay.url })
    const theirs = await anthropic.models.list()
    assert.deepEqual(
      theirs.data.map(({ id, type }) => [id, type]),
      [['gpt-4o', 'model']],
    )
    assert.equal(theirs.has_more, false)
    const google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: relay.url } })
    const listed = await Array.fromAsync(await google.models.list())
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['models/gpt-4o'],
    )
    const compatible = await send(relay, '/v1beta/openai/models', { key })
    assert.deepEqual([compatible.json.object, compatible.json.data[0].id], ['list', 'gpt-4o'])
  })

  test('tells of one model, and of none that the key may not call', async () => {
    const { key, openai } = await given('gpt-4o')
    assert.equal((await openai.models.retrieve('gpt-4o')).id, 'gpt-4o')
    await assert.rejects(openai.models.retrieve('gpt-5'), OpenAI.NotFoundError)
    const gemini = await send(relay, '/v1beta/models/gpt-4o', { headers: { 'x-goog-api-key': key } })
    assert.equal(gemini.json.name, 'models/gpt-4o')
    const unknown = await send(relay, '/v1beta/models/gpt-5', { headers: { 'x-goog-api-key': key } })
    assert.deepEqual([unknown.status, unknown.json.error.status], [404, 'NOT_FOUND'])
  })
})

describe('the billing pages that chat clients know', () => {
  test('tell what a limited key has and has used, in dollars and cents', async () => {
    const { here } = await given()
    const { key, token_id } = await here.key({ remain_quota: 400_000, expired_time: 4_000_000_000 })
    await relay.deps.store.updateTable('tokens').set({ used_quota: 100_000 }).where('id', '=', token_id).execute()
    for (const prefix of ['', '/v1']) {
      const { json } = await send(relay, `${prefix}/dashboard/billing/subscription`, { key })
      assert.equal(json.object, 'billing_subscription')
      assert.deepEqual([json.hard_limit_usd, json.access_until], [1, 4_000_000_000])
      const usage = await send(relay, `${prefix}/dashboard/billing/usage?start_date=2026-01-01`, { key })
      assert.deepEqual(usage.json, { object: 'list', total_usage: 20 })
    }
  })

  test('show an unlimited key as endless', async () => {
    const { key } = await given()
    assert.equal((await send(relay, '/v1/dashboard/billing/subscription', { key })).json.hard_limit_usd, 100_000_000)
  })
})

describe('addresses we do not serve', () => {
  const known: [method: string, path: string][] = [
    ['POST', '/v1/images/variations'],
    ['POST', '/v1/edits'],
    ['GET', '/v1/files'],
    ['POST', '/v1/files'],
    ['GET', '/v1/files/f1'],
    ['DELETE', '/v1/files/f1'],
    ['GET', '/v1/files/f1/content'],
    ['POST', '/v1/fine-tunes'],
    ['GET', '/v1/fine-tunes'],
    ['GET', '/v1/fine-tunes/t1'],
    ['POST', '/v1/fine-tunes/t1/cancel'],
    ['GET', '/v1/fine-tunes/t1/events'],
    ['DELETE', '/v1/models/gpt-4o'],
  ]
  test('are 501 where clients know them, for those who have a key', async () => {
    const { key } = await given()
    for (const [method, path] of known) {
      const { status, json } = await send(relay, path, { key, method })
      assert.equal(status, 501, path)
      assert.deepEqual([json.error.code, json.error.type], ['api_not_implemented', 'new_api_error'])
      assert.equal((await send(relay, path, { method })).status, 401, path)
    }
  })

  const { messages, gemini, chat } = entryPoints
  test('are refused in the shape of the vendor whose client calls, by path or by headers', async () => {
    const { key } = await given()
    const sent: [method: string, path: string, as: EntryPoint][] = [
      ['POST', '/v1/messages/batches', messages],
      ['GET', '/v1/messages/batches/b1/results', messages],
      ['GET', '/v1/organizations/usage_report/messages', messages],
      ['POST', '/v1/complete', messages],
      ['POST', '/v1/files', messages],
      ['GET', '/v1/files/f1/content', messages],
      ['GET', '/v1/skills', messages],
      ['DELETE', '/v1/skills/s1/versions/2', messages],
      ['GET', '/v1/skills', chat],
      ['GET', '/v1/files', gemini],
      ['GET', '/v1beta/files', gemini],
      ['POST', '/upload/v1beta/files?uploadType=resumable', gemini],
      ['GET', '/download/v1beta/files/f1:download?alt=media', gemini],
      ['POST', '/v1beta/cachedContents', gemini],
      ['PATCH', '/v1beta/cachedContents/c1', gemini],
      ['GET', '/v1beta/batches/b1', gemini],
      ['POST', '/v1beta/tunedModels/m1:generateContent', gemini],
      ['POST', '/v1beta/models/gpt-4o:batchGenerateContent', gemini],
      ['POST', '/v1beta/fileSearchStores', gemini],
    ]
    for (const [method, path, as] of sent) {
      const response = await send(relay, path, { method, headers: as.credential(key) })
      assert.equal(response.status, 501, path)
      assert.match(as.refused(501, response.json).message, /^API not implemented \(request id: /, path)
      assert.equal(response.headers.get('x-should-retry'), 'false', path)
      const stranger = await send(relay, path, { method, headers: as.credential('sk-nobody') })
      assert.equal(stranger.status, 401, path)
      as.refused(401, stranger.json)
    }
    const nowhere: [path: string, as: EntryPoint][] = [
      ['/v1/messages/nothing', messages],
      ['/v1/agents', messages],
      ['/v1beta/nothing', gemini],
      ['/v1alpha/auth_tokens', gemini],
      ['/upload/nothing', gemini],
      ['/v1/nothing', gemini],
      ['/v1/nothing', chat],
      ['/v1beta/openai/nothing', chat],
    ]
    for (const method of ['GET', 'POST'])
      for (const [path, as] of nowhere) {
        const response = await send(relay, path, { method, headers: as.credential(key) })
        assert.equal(response.status, 404, path)
        assert.equal(as.refused(404, response.json).message, `Invalid URL (${method} ${path})`)
      }
  })

  test('are requested once by SDKs, which repeat what may pass', async () => {
    const { key, here } = await given()
    let requests = 0
    const fetch: typeof globalThis.fetch = (...args) => {
      requests++
      return globalThis.fetch(...args)
    }
    const openai = new OpenAI({ apiKey: key, baseURL: `${relay.url}/v1`, fetch })
    const anthropic = new Anthropic({ apiKey: key, baseURL: relay.url, fetch })
    const requestsOf = async (call: Promise<unknown>, status: number) => {
      requests = 0
      await assert.rejects(call, { status })
      return requests
    }
    assert.equal(await requestsOf(openai.files.list(), 501), 1)
    assert.equal(await requestsOf(anthropic.messages.batches.retrieve('b1'), 501), 1)
    assert.equal(await requestsOf(anthropic.beta.files.list(), 501), 1)
    const channel = await here.channel({ models: 'gpt-4.1' })
    const call = { model: 'gpt-4.1', max_tokens: 5, messages: [{ role: 'user' as const, content: 'x' }] }
    const fail = (fault: Fault) => relay.mock.faults.add({ match: { key: channel.key }, fault })
    for (const [fault, shown, times] of [
      // The upstream's status invites to another try; its code says that the request itself is at fault.
      [{ kind: 'status', status: 500, body: { error: { message: 'no', code: 'context_length_exceeded' } } }, 500, 1],
      [{ kind: 'status', status: 429, body: { error: { message: 'no' } }, headers: { 'retry-after-ms': '1' } }, 429, 3],
    ] as const) {
      fail(fault)
      assert.equal(await requestsOf(openai.chat.completions.create(call), shown), times)
      assert.equal(await requestsOf(anthropic.messages.create(call), shown), times)
      relay.mock.faults.clear()
    }
  })

  test('are no WebSockets: Codex is told to use HTTP, Gemini’s client that there is none', async () => {
    const upgrade = async (path: string) => {
      const socket = new WebSocket(relay.url.replace('http', 'ws') + path)
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
      const body = JSON.parse(Buffer.concat(await Array.fromAsync(response)).toString())
      return { status: response.statusCode ?? 0, headers: response.headers, body }
    }
    const codex = await upgrade('/v1/responses')
    assert.deepEqual([codex.status, codex.headers.upgrade], [426, 'HTTP/1.1'])
    assert.equal(chat.refused(426, codex.body).code, 'websocket_not_supported')
    const live = await upgrade('/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent?key=x')
    assert.equal(live.status, 501)
    gemini.refused(501, live.body)
    for (const path of ['/v1/responses', '/ws/anything']) assert.equal((await send(relay, path)).status, 404, path)
    for (const path of ['/v1/chat/completions', '/', '/channel']) assert.equal((await upgrade(path)).status, 404, path)
  })

  test('are 404 in OpenAI’s shape where nobody knows them', async () => {
    const { key } = await given()
    for (const path of ['/v1/nothing', '/v1/chat', '/v1/chat/completions/more']) {
      const { status, json } = await send(relay, path, { key, body: {} })
      assert.equal(status, 404)
      assert.deepEqual(json, {
        error: { message: `Invalid URL (POST ${path})`, type: 'invalid_request_error', param: '', code: '' },
      })
    }
  })
})

describe('browsers of other origins', () => {
  test('may call the relay without credentials, and are told so', async () => {
    const { key } = await given()
    const preflight = await send(relay, '/v1/chat/completions', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/)
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'Authorization, *')
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
    for (const [path, expected] of [
      ['/pg/chat/completions', 204],
      ['/api/user/self', 404],
    ] as const) {
      const sent = await send(relay, path, { method: 'OPTIONS', headers: { origin: 'https://app.example' } })
      assert.equal(sent.status, expected, path)
      assert.equal(sent.headers.get('access-control-allow-origin'), null, path)
    }
    for (const body of [chatBody(), chatBody('x', { stream: true }), {}]) {
      const response = await send(relay, '/v1/chat/completions', {
        key,
        body,
        headers: { origin: 'https://app.example' },
      })
      assert.equal(response.headers.get('access-control-allow-origin'), '*', `${response.status}`)
      assert.equal(response.headers.get('access-control-allow-credentials'), null)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.match(response.headers.get('x-oneapi-request-id') ?? '', /^\d{20,}/)
    }
  })
})
