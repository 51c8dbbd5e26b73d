import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { bearer, claudeKey, post, postJson, upstreamFor } from './test-client.ts'

const hello = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }
const chatPath = '/v1/chat/completions'

test('a call is recorded with its method, path, query, headers, body, key and model', async (t) => {
  const { url, requests } = await upstreamFor(t)
  await (await post(`${url}${chatPath}?trace=1`, hello, { ...bearer, 'x-mine': 'yes' })).text()
  const recorded = requests.last()
  assert.equal(recorded?.method, 'POST')
  assert.equal(recorded?.path, chatPath)
  assert.deepEqual(recorded?.query, { trace: '1' })
  assert.equal(recorded?.headers['x-mine'], 'yes')
  assert.deepEqual(recorded?.body, hello)
  assert.deepEqual(
    [recorded?.vendor, recorded?.key, recorded?.model, recorded?.status],
    ['openai', 'sk-test', 'gpt-4o-mini', 200],
  )
})

test('the parts of a form are recorded in their order, files by name, type and size', async (t) => {
  const { url, requests } = await upstreamFor(t)
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('file', new File(['abc'], 'a.mp3', { type: 'audio/mpeg' }))
  await (await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', headers: bearer, body: form })).text()
  assert.deepEqual(requests.last()?.parts, [
    { name: 'model', value: 'whisper-1' },
    { name: 'file', filename: 'a.mp3', type: 'audio/mpeg', bytes: 3 },
  ])
  assert.equal(requests.last()?.model, 'whisper-1')
})

test('the next call can be waited for', async (t) => {
  const { url, requests } = await upstreamFor(t)
  const next = requests.nextRequest(({ model }) => model === 'wanted')
  await postJson(url + chatPath, hello)
  await postJson(url + chatPath, { ...hello, model: 'wanted' })
  assert.equal((await next).serial, 2)
})

test('the last thousand calls are kept, oldest first', async (t) => {
  const { url, requests } = await upstreamFor(t)
  for (let done = 0; done < 1010; done += 101) {
    await Promise.all(
      Array.from({ length: 101 }, () =>
        fetch(`${url}/v1/models`, { headers: bearer }).then((response) => response.text()),
      ),
    )
  }
  const serials = requests.list().map(({ serial }) => serial)
  assert.equal(serials.length, 1000)
  assert.equal(Math.max(...serials), 1010)
  assert.ok((serials[0] ?? 0) < 200)
  assert.equal(requests.counters.received, 1010)
})

test('without recording only the counters move', async (t) => {
  const { url, requests } = await upstreamFor(t, { record: false })
  await postJson(url + chatPath, hello)
  assert.deepEqual(requests.list(), [])
  assert.equal(requests.counters.received, 1)
  await assert.rejects(requests.nextRequest())
})

test('clearing the requests sets every counter to zero', async (t) => {
  const { url, requests } = await upstreamFor(t)
  await postJson(url + chatPath, hello)
  requests.clear()
  assert.deepEqual(requests.counters, { received: 0, responded: 0, aborted: 0 })
})

test('faults and requests are within reach of other processes', async (t) => {
  const { url } = await upstreamFor(t)
  const added = await postJson(`${url}/control/faults`, { times: 1, fault: { kind: 'status', status: 503 } })
  assert.equal(added.status, 201)
  assert.equal((await post(url + chatPath, hello)).status, 503)
  assert.equal((await post(url + chatPath, hello)).status, 200)
  const { requests } = JSON.parse(await (await fetch(`${url}/control/requests?after=1`)).text())
  assert.deepEqual(
    requests.map(({ path, status }: { path: string; status: number }) => [path, status]),
    [[chatPath, 200]],
  )
  await postJson(`${url}/control/faults`, { rules: [{ fault: { kind: 'comments' } }, { fault: { kind: 'crlf' } }] })
  await fetch(`${url}/control/faults`, { method: 'DELETE' })
  assert.deepEqual(await (await fetch(`${url}/control/faults`)).json(), { faults: [] })
})

for (const [rule, reason] of [
  [{}, /a rule is an object with a fault/],
  [{ fault: { kind: 'earthquake' } }, /no fault of the kind "earthquake"/],
  [{ fault: { kind: 'status' } }, /lacks "status"/],
  [{ fault: { kind: 'delay', headersMs: '5' } }, /"headersMs" should be number/],
  [{ fault: { kind: 'silent', how: 'loud' } }, /"how" should be hang,empty/],
  [{ fault: { kind: 'encoding', name: 'gzip', level: 9 } }, /no field "level"/],
  [{ times: 0, fault: { kind: 'crlf' } }, /times is a positive integer/],
  [{ match: { host: 'x' }, fault: { kind: 'crlf' } }, /match has no field "host"/],
] as const) {
  test(`a rule that is none is refused with the reason: ${JSON.stringify(rule)}`, async (t) => {
    const { url, faults } = await upstreamFor(t)
    const { status, body } = await postJson(`${url}/control/faults`, rule)
    assert.equal(status, 400)
    assert.match(body.error, reason)
    assert.deepEqual(faults.list(), [])
  })
}

test('paths that only one vendor has lead to that vendor without a prefix', async (t) => {
  const { url, urlOf, requests } = await upstreamFor(t)
  const vendorOf = async (path: string, headers: Record<string, string>) => {
    await (await fetch(url + path, { headers })).text()
    return requests.last()?.vendor
  }
  assert.equal(await vendorOf('/v1/models', bearer), 'openai')
  assert.equal(await vendorOf('/v1/models', claudeKey), 'anthropic')
  assert.equal(await vendorOf('/v1/models', { 'x-goog-api-key': 'k' }), 'gemini')
  assert.equal(await vendorOf('/v1beta/models', {}), 'gemini')
  assert.equal(await vendorOf('/api/tags', {}), 'ollama')
  assert.equal(await vendorOf('/openai/models?api-version=2024-10-21', { 'api-key': 'k' }), 'azure')
  assert.equal(await vendorOf('/mistral/v1/models', bearer), 'mistral')
  assert.equal(urlOf('mistral'), `${url}/mistral`)
  assert.equal(urlOf('openai'), url)
})

test('it runs as a process of its own and prints where it is', async (t) => {
  const main = new URL('main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill())
  const [printed] = await once(child.stdout, 'data')
  const { body } = await postJson(`${String(printed).trim()}${chatPath}`, hello)
  assert.equal(body.choices[0].message.content, 'hello')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})
