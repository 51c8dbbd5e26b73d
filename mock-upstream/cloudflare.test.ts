import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, post, postJson, upstreamFor } from './test-client.ts'

const root = '/client/v4/accounts/acc1/ai'

test('Cloudflare wraps the responses of its models, and knows its one account', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = (path: string) => `${urlOf('cloudflare')}${path}`
  const whole = await postJson(url(`${root}/run/@cf/meta/llama`), { prompt: 'hello' })
  assert.deepEqual([whole.body.success, whole.body.result.response], [true, 'hello'])
  const elsewhere = await postJson(url('/client/v4/accounts/other/ai/run/@cf/meta/llama'), { prompt: 'hello' })
  assert.deepEqual([elsewhere.status, elsewhere.body.success], [404, false])
  const passed = await postJson(url('/gateway/workers-ai/@cf/meta/llama'), { prompt: 'hello' })
  assert.equal(passed.body.result.response, 'hello')
  const list = await events(url(`${root}/run/@cf/meta/llama`), { prompt: 'hello', stream: true })
  assert.equal(list.map(({ data }) => data.response ?? '').join(''), 'hello')
  assert.equal(list.at(-1)?.data, '[DONE]')
})

test('each of Cloudflare’s models has its own format', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = (model: string) => `${urlOf('cloudflare')}${root}/run/${model}`
  const raw = await post(url('@cf/stabilityai/stable-diffusion-xl-base-1.0'), { prompt: 'p' })
  assert.equal(raw.headers.get('content-type'), 'image/png')
  assert.ok((await postJson(url('@cf/black-forest-labs/flux-1-schnell'), { prompt: 'p' })).body.result.image)
  assert.equal((await postJson(url('@cf/openai/whisper'), { audio: 'QUJD' })).status, 400)
  const sent = { method: 'POST', headers: { ...bearer, 'content-type': 'application/octet-stream' }, body: 'RIFF' }
  assert.equal((await fetch(url('@cf/openai/whisper'), sent)).status, 200)
  assert.equal((await postJson(url('@cf/openai/whisper-large-v3-turbo'), { audio: 'data:x' })).status, 400)
  assert.equal(
    (await postJson(url('@cf/openai/whisper-large-v3-turbo'), { audio: 'QUJD' })).body.result.text,
    'Heard 3 bytes.',
  )
})
