import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { type HttpRequest, httpCode } from './http-code.ts'

const access = { base: 'https://api.example', key: 'sk-abc' }
const hostile = `a'b"c\\d $(id) \`id\` $HOME !! é`

test('a shell gives curl the address, the key, the fields and the file, whatever characters they have', () => {
  const request: HttpRequest = {
    method: 'POST',
    path: '/v1/images/edits',
    form: { prompt: hostile },
    file: { field: 'image', name: hostile },
    saveAs: hostile,
  }
  const code = httpCode(request, 'shell', { ...access, key: hostile })
  const words = execFileSync('sh', ['-c', code.replace(/^curl/, String.raw`printf '%s\0'`)], { encoding: 'utf8' })
  assert.deepEqual(words.split('\0').slice(0, -1), [
    'https://api.example/v1/images/edits',
    ...['-H', `Authorization: Bearer ${hostile}`],
    ...['-F', `prompt=${hostile}`],
    ...['-F', `image=@${hostile}`],
    ...['-o', hostile],
  ])
})

test('curl names the method only where it would use another one', () => {
  const start = (request: HttpRequest) => httpCode(request, 'shell', access).split(' \\\n')[0]
  assert.equal(start({ method: 'GET', path: '/v1/models' }), 'curl https://api.example/v1/models')
  assert.equal(start({ method: 'POST', path: '/suno/fetch', json: {} }), 'curl https://api.example/suno/fetch')
  assert.equal(start({ method: 'DELETE', path: '/v1/videos/x' }), 'curl -X DELETE https://api.example/v1/videos/x')
})

test('Python sends JSON, a form with a file, and saves a file', () => {
  assert.equal(
    httpCode({ method: 'POST', path: '/v1/rerank', json: { query: 'x', deep: true } }, 'python', access),
    `import requests

response = requests.post(
    "https://api.example/v1/rerank",
    headers={"Authorization": "Bearer sk-abc"},
    json={"query": "x", "deep": True},
)
print(response.json())`,
  )
  const form = { method: 'POST', path: '/x', form: { n: 1 }, file: { field: 'image', name: "it's.png" } } as const
  assert.match(
    httpCode(form, 'python', access),
    /data=\{"n": 1\},\n {4}files=\{"image": open\("it's\.png", "rb"\)\},\n\)/,
  )
  assert.match(
    httpCode({ method: 'GET', path: '/x', key: 'none', saveAs: 'a.mp4' }, 'python', access),
    /requests\.get\(\n {4}"https:\/\/api\.example\/x",\n\)\nwith open\("a\.mp4", "wb"\) as file:\n {4}file\.write\(response\.content\)$/,
  )
})

test('JavaScript programs are valid modules, whatever characters the values have', () => {
  const file = { field: hostile, name: hostile }
  const requests: HttpRequest[] = [
    { method: 'GET', path: '/x', key: 'google', saveAs: hostile },
    { method: 'POST', path: '/x', key: 'anthropic', json: { [hostile]: [hostile] } },
    { method: 'POST', path: '/x', form: { [hostile]: hostile }, file },
    { method: 'DELETE', path: '/x', key: 'none' },
  ]
  for (const request of requests)
    assert.doesNotThrow(() => stripTypeScriptTypes(httpCode(request, 'javascript', { ...access, key: hostile })))
})

test('each dialect has its own header for the key', () => {
  const headers = (key: HttpRequest['key']) => httpCode({ method: 'GET', path: '/x', key }, 'shell', access)
  assert.match(headers('anthropic'), /"x-api-key: sk-abc" \\\n {2}-H "anthropic-version: 2023-06-01"/)
  assert.match(headers('google'), /"x-goog-api-key: sk-abc"$/)
  assert.match(headers(undefined), /"Authorization: Bearer sk-abc"$/)
  assert.doesNotMatch(headers('none'), /sk-abc/)
})
