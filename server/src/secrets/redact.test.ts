import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskKey, redact, redactText } from './redact.ts'

const secret = 'hunter2hunter2hunter2'

test('a field named like a secret is masked, at any depth, in objects and in arrays', () => {
  const names = [
    ...['password', 'Password', 'passwd', 'original_password', 'authorization', 'Authorization', 'Proxy-Authorization'],
    ...['cookie', 'set-cookie', 'secret', 'client_secret', 'TurnstileSecretKey', 'EpayKey', 'key', 'keys', 'api_key'],
    ...[
      'apiKey',
      'x-api-key',
      'private_key',
      'token',
      'access_token',
      'refresh_token',
      'SMTPToken',
      'TelegramBotToken',
    ],
    ...['session', 'credentials', 'verification_code'],
  ]
  for (const name of names) {
    const hidden = JSON.stringify(
      redact({ [name]: secret, list: [{ [name]: secret }], deeper: { still: { [name]: [secret] } } }),
    )
    assert.ok(!hidden.includes(secret), `${name}: ${hidden}`)
  }
})

test('what the log lives on stays readable', () => {
  const fields = {
    user_id: 7,
    token_id: 3,
    code: 'credentials_wrong',
    status: 401,
    prompt_tokens: 12,
    route: '/api/user/self',
    address: '203.0.113.9',
    limit: 'failed sign-in account',
    url: 'http://localhost:3000/api/user?p=2&page_size=10',
    nothing: null,
    missing: undefined,
    ok: true,
  }
  assert.deepEqual(redact(fields), fields)
})

test('a key in a text keeps its first three and last four characters', () => {
  assert.equal(maskKey('sk-abcdefghijklmnop'), 'sk-***mnop')
  assert.equal(maskKey('too-short'), '***')
  assert.equal(redactText('upstream said: key sk-abcdefghijklmnop is wrong'), 'upstream said: key sk-***mnop is wrong')
  assert.equal(redactText('Authorization: Bearer abcdefghijklmnop'), 'Authorization: Bearer abc***mnop')
  for (const key of [
    `sk-${secret}`,
    `sk-proj-${secret}`,
    `pk-${secret}`,
    `AIza${secret}`,
    `AKIA${secret}`,
    `ghp_${secret}`,
    `xoxb-${secret}`,
  ])
    for (const text of [key, `"${key}"`, `key=${key}`, `Bearer ${key}`, `bearer ${key}`, `Basic ${key}`, `(${key})`])
      assert.ok(!redactText(text).includes(secret), `${text} → ${redactText(text)}`)
})

test('words that only begin like keys are left alone', () => {
  for (const text of ['task-1234567890 failed', 'the disk-full-and-more event', 'sk-short'])
    assert.equal(redactText(text), text)
})

test('an address keeps its host and loses who signs in there', () => {
  const cases = {
    [`postgres://turnpike:${secret}@db:5432/main`]: 'postgres://***@db:5432/main',
    [`redis://:${secret}@cache:6379`]: 'redis://***@cache:6379',
    [`postgres://turnpike:p@${secret}@db/main`]: 'postgres://***@db/main',
    [`https://${secret}@proxy.example/path`]: 'https://***@proxy.example/path',
    'https://host.example/path?mail=a@b.example': 'https://host.example/path?mail=a@b.example',
  }
  for (const [text, expected] of Object.entries(cases)) assert.equal(redactText(`at ${text} now`), `at ${expected} now`)
})

test('query parameters named like keys, codes or tokens lose their values', () => {
  for (const name of [
    'key',
    'api_key',
    'token',
    'access_token',
    'code',
    'secret',
    'client_secret',
    'password',
    'turnstile',
    'hash',
    'state',
    'sign',
  ])
    for (const text of [
      `/callback?${name}=${secret}&p=1`,
      `/callback?p=1&${name}=${secret}`,
      `${name}=${secret}&p=1`,
    ]) {
      const shown = redactText(text)
      assert.ok(!shown.includes(secret) && shown.includes('p=1'), `${text} → ${shown}`)
    }
})

test('errors keep their names, codes and causes, without what their texts gave away', () => {
  const cause = Object.assign(new TypeError(`postgres://u:${secret}@db/x`), { code: 'ECONNREFUSED', password: secret })
  const shown = redact(new Error(`Bearer ${secret}`, { cause })) as {
    message: string
    stack: string
    cause: Record<string, string>
  }
  assert.equal(shown.message, 'Bearer hun***ter2')
  assert.match(shown.stack, /redact\.test\.ts/)
  assert.equal(shown.cause.name, 'TypeError')
  assert.equal(shown.cause.code, 'ECONNREFUSED')
  assert.ok(!JSON.stringify(shown).includes(secret))
})

test('a long text is cut, and a secret at the cut does not survive by halves', () => {
  assert.ok(redactText('word '.repeat(10_000)).length <= 2001)
  for (let before = 1900; before < 2010; before++) {
    const text = `${'x '.repeat(before / 2)}${' '.repeat(before % 2)}postgres://u:${secret}@db/x ${'y '.repeat(200)}`
    assert.ok(!redactText(text).includes(secret.slice(0, 7)), String(before))
  }
})

test('what is endless comes to an end', () => {
  const circle: Record<string, unknown> = { name: 'circle' }
  circle.self = circle
  circle.error = new Error('again', { cause: circle })
  assert.ok(JSON.stringify(redact(circle)).length < 100_000)
  assert.equal((redact(Array.from({ length: 5000 }, () => 1)) as number[]).length, 100)
})
