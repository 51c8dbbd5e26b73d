import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoint } from '@turnpike/contract/endpoint'
import { errors } from '@turnpike/contract/errors'
import { role, userStatus } from '@turnpike/contract/identity/user'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import { requireAccess } from './authorize.ts'
import { accountOf, type Identity, type Seat } from './caller.ts'
import { installErrorResponses } from './error-responses.ts'
import { type HttpDeps, installHttpDeps } from './http-deps.ts'
import { installJsonBody } from './json-body.ts'
import { type Incoming, serve } from './serve.ts'

const nobody: Identity = { kind: 'none' }
const person = { id: 7, username: 'lin', role: role.ordinary, status: userStatus.enabled, group: 'default', limits: '' }
const signedIn: Identity = { kind: 'caller', caller: { ...person, session: { hash: 'h', created_at: 0 } } }

const seat: Seat = {
  id: 40,
  role: 'member',
  name: 'Acme',
  group: 'default',
  limits: '',
  member: { limits: '', models: '', groups: '' },
}

function newApp({ identity = nobody, ...deps }: Partial<HttpDeps> & { identity?: Identity } = {}) {
  const app = Fastify()
  const logged: { event: string; fields: unknown }[] = []
  const note = (event: string, fields?: unknown) => void logged.push({ event, fields })
  installHttpDeps(app, {
    identify: async () => identity,
    findSeat: async (orgId, userId) => (orgId === 40 && userId === 7 ? seat : undefined),
    checkBot: async () => {},
    limits: { take: async () => 1 },
    log: { error: note, warn: note, info: note, debug: note },
    ...deps,
  })
  requireAccess(app)
  installErrorResponses(app)
  installJsonBody(app)
  return { app, logged }
}

const thing = endpoint('public', 'PUT /api/thing/{id}', {
  summary: 'Change a thing',
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d*$/, 'invalid_id')
      .transform(Number),
  }),
  query: z.object({ dry: z.stringbool().default(false) }),
  body: z.object({ name: z.string().min(1), parts: z.array(z.object({ size: z.int() })).default([]) }),
})

function serveThing() {
  const { app, logged } = newApp()
  const seen: Incoming<typeof thing>[] = []
  serve(app, thing, (incoming) => {
    seen.push(incoming)
    return undefined
  })
  const put = (url: string, body: unknown) => app.inject({ method: 'PUT', url, payload: body as object })
  return { put, seen, logged }
}

test('a handler gets parameters, query and body as the contract reads them, and members it does not know are dropped', async () => {
  const { put, seen } = serveThing()
  const response = await put('/api/thing/12?dry=true&extra=1', { name: 'x', role: 100, parts: [{ size: 1, owner: 2 }] })
  assert.deepEqual(response.json(), { success: true, message: '' })
  const [incoming] = seen
  assert.deepEqual(incoming?.params, { id: 12 })
  assert.deepEqual(incoming?.query, { dry: true })
  assert.deepEqual(incoming?.body, { name: 'x', parts: [{ size: 1 }] })
  assert.equal(incoming?.caller, undefined)
})

test('bad input never reaches the handler, and the response names the field and nothing else', async () => {
  const { put, seen } = serveThing()
  const refusal = async (url: string, body: unknown) =>
    (await put(url, body)).json<{ code: string; params?: unknown; message: string }>()
  const wrongName = await refusal('/api/thing/12', { name: 5 })
  assert.equal(wrongName.code, 'invalid_field')
  assert.deepEqual(wrongName.params, { field: 'name' })
  assert.equal(wrongName.message, '无效的参数：name')
  assert.deepEqual((await refusal('/api/thing/12', { name: 'x', parts: [{ size: 1.5 }] })).params, {
    field: 'parts.0.size',
  })
  assert.deepEqual((await refusal('/api/thing/12?dry=perhaps', { name: 'x' })).params, { field: 'dry' })
  assert.deepEqual((await refusal('/api/thing/12?dry=true&dry=true', { name: 'x' })).params, { field: 'dry' })
  assert.equal((await refusal('/api/thing/12', [])).code, 'invalid_parameter')
  assert.deepEqual((await refusal('/api/thing/12', undefined)).params, { field: 'name' }, 'no body is an empty one')
  assert.deepEqual(seen, [])
})

test('a schema may choose the sentence of its own failure', async () => {
  const { put } = serveThing()
  for (const id of ['0', '-1', '1.5', 'abc', '00'])
    assert.equal((await put(`/api/thing/${id}`, { name: 'x' })).json<{ code: string }>().code, 'invalid_id')
})

test('a refusal is HTTP 200 in the requested language, with its parameters filled in', async () => {
  const { app } = newApp()
  serve(app, endpoint('public', 'GET /api/low', { summary: 'x' }), () => {
    throw new AppError('topup_below_minimum', { params: { minimum: 5 }, detail: { secretly: 'known' } })
  })
  const response = await app.inject({ url: '/api/low', headers: { 'accept-language': 'en' } })
  assert.equal(response.statusCode, 200)
  const message = 'The top-up amount cannot be below 5'
  assert.deepEqual(response.json(), { success: false, message, code: 'topup_below_minimum', params: { minimum: 5 } })
  assert.equal((await app.inject('/api/low')).json<{ message: string }>().message, '充值数量不能小于 5')
})

test('what a refusal knows beyond its sentence goes to the log and not to the caller', async () => {
  const { app, logged } = newApp()
  serve(app, endpoint('public', 'GET /api/low', { summary: 'x' }), () => {
    throw new AppError('not_found', { detail: { channel_id: 9 } })
  })
  assert.doesNotMatch((await app.inject('/api/low')).body, /channel_id|9/)
  assert.ok(logged.some(({ fields }) => (fields as { channel_id?: number }).channel_id === 9))
})

test('a bug becomes a 500 with one sentence; the log has the error', async () => {
  const { app, logged } = newApp()
  serve(app, endpoint('public', 'GET /api/bug', { summary: 'x' }), () => {
    throw new TypeError('secret detail of /etc/passwd')
  })
  const response = await app.inject('/api/bug')
  assert.equal(response.statusCode, 500)
  assert.deepEqual(response.json(), { success: false, message: errors.internal.zh, code: 'internal' })
  assert.ok(
    logged.some(
      ({ event, fields }) => event === 'unexpected error' && (fields as { error: Error }).error instanceof TypeError,
    ),
  )
})

test('an unavailable database becomes a 503 that says when to retry', async () => {
  const away = [
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('too many clients'), { code: '53300' }),
    Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
    new Error('timeout exceeded when trying to connect'),
    new Error('the database did not respond within 2000 ms'),
    new Error('the database connection was not free within 10000 ms; inside a transaction use its own handle'),
  ]
  for (const error of away) {
    const { app } = newApp()
    serve(app, endpoint('public', 'GET /api/x', { summary: 'x' }), () => Promise.reject(error))
    const response = await app.inject('/api/x')
    assert.equal(response.statusCode, 503, error.message)
    assert.equal(response.json<{ code: string }>().code, 'database_error')
    assert.equal(response.headers['retry-after'], '5')
  }
  const { app } = newApp()
  const broken = Object.assign(new Error('duplicate key'), { code: '23505' })
  serve(app, endpoint('public', 'GET /api/x', { summary: 'x' }), () => Promise.reject(broken))
  assert.equal((await app.inject('/api/x')).statusCode, 500, 'a broken rule of the schema is our bug')
})

test('a bare endpoint sends its data alone', async () => {
  const { app } = newApp()
  serve(
    app,
    endpoint('public', 'GET /api/bare', { summary: 'x', bare: true, data: z.object({ rows: z.int() }) }),
    () => ({ rows: 3 }),
  )
  assert.deepEqual((await app.inject('/api/bare')).json(), { rows: 3 })
})

test('who may not call is refused before the input is read and before the handler', async () => {
  const guarded = endpoint('user', 'POST /api/guarded', { summary: 'x', body: z.object({ name: z.string() }) })
  const { app } = newApp()
  let calls = 0
  serve(app, guarded, () => {
    calls++
    return undefined
  })
  const response = await app.inject({ method: 'POST', url: '/api/guarded', payload: { name: 1 } })
  assert.equal(response.json<{ code: string }>().code, 'not_signed_in')
  assert.equal(calls, 0)
})

test('a signed-in caller is counted and handed to the handler; a guest may be somebody or nobody', async () => {
  const taken: string[] = []
  const limits = {
    take: async (name: string, key: string) => taken.push(`${name} ${key}`),
  }
  const who = endpoint('guest', 'GET /api/who', { summary: 'x', data: z.string() })
  for (const [identity, expected] of [
    [signedIn, 'lin'],
    [nobody, 'nobody'],
  ] as const) {
    const { app } = newApp({ identity, limits })
    serve(app, who, ({ caller }) => caller?.username ?? 'nobody')
    assert.equal((await app.inject('/api/who')).json<{ data: string }>().data, expected)
  }
  assert.deepEqual(taken, ['console user 7'])
})

test('an endpoint with a bot check hands its token to the verifier and stops when that refuses', async () => {
  const seen: unknown[] = []
  const checkBot = async (token: string | undefined, address: string) => {
    seen.push([token, address])
    if (token !== 'solved') throw new AppError('bot_check_failed')
  }
  const checked = endpoint('public', 'GET /api/checked', { summary: 'x', botCheck: true, data: z.literal('done') })
  const { app } = newApp({ checkBot })
  serve(app, checked, () => 'done' as const)
  assert.equal((await app.inject('/api/checked?turnstile=solved')).json<{ success: boolean }>().success, true)
  assert.equal((await app.inject('/api/checked')).json<{ code: string }>().code, 'bot_check_failed')
  assert.deepEqual(seen, [
    ['solved', '127.0.0.1'],
    [undefined, '127.0.0.1'],
  ])
})

test('strangers may send 64 KiB, people who are known a megabyte', async () => {
  const sizes: Record<Endpoint['access'], number> = {
    public: 64 * 1024,
    guest: 64 * 1024,
    user: 1024 * 1024,
    admin: 1024 * 1024,
    root: 1024 * 1024,
  }
  for (const [access, limit] of Object.entries(sizes)) {
    const { app } = newApp({ identity: { kind: 'caller', caller: { ...person, role: role.root } } })
    serve(
      app,
      endpoint(access as Endpoint['access'], 'POST /api/body', { summary: 'x', body: z.object({ text: z.string() }) }),
      () => undefined,
    )
    const send = async (length: number) => {
      const payload = `{"text":"${'x'.repeat(length - 11)}"}`
      const headers = { 'content-type': 'application/json', 'new-api-user': '7' }
      return (await app.inject({ method: 'POST', url: '/api/body', payload, headers })).statusCode
    }
    assert.deepEqual([await send(limit), await send(limit + 1)], [200, 413], access)
  }
})

test('a route that does not say who may call it keeps the app from starting', async () => {
  const add = (mount: (app: FastifyInstance) => void) => async () => {
    const { app } = newApp()
    mount(app)
    await app.ready()
  }
  await assert.rejects(
    add((app) => app.get('/api/forgotten', async () => 'open')),
    /GET \/api\/forgotten does not say who may call it/,
  )
  await assert.rejects(
    add((app) => void app.register(async (inner) => void inner.post('/api/inner', async () => 'open'))),
    /POST \/api\/inner does not say who may call it/,
  )
  await add((app) => app.get('/api/said', { config: { access: 'public' } }, async () => 'open'))()
})

test('a call acts for an organisation only where it can, and for members whose role allows it', async () => {
  const { app } = newApp({ identity: signedIn })
  const shown = endpoint('user', 'GET /api/shown', { summary: 'x', org: 'any', data: z.int() })
  const paid = endpoint('user', 'GET /api/paid', { summary: 'x', org: 'pay', data: z.int() })
  const own = endpoint('user', 'GET /api/own', { summary: 'x', data: z.int() })
  for (const each of [shown, paid, own]) serve(app, each, ({ caller }) => accountOf(caller))
  const get = async (url: string, org?: string) => {
    const headers = { 'new-api-user': '7', ...(org !== undefined && { 'x-turnpike-org': org }) }
    const { code, data } = (await app.inject({ url, headers })).json<{ code?: string; data?: number }>()
    return code ?? data
  }
  assert.deepEqual([await get('/api/shown'), await get('/api/paid'), await get('/api/own')], [7, 7, 7])
  assert.equal(await get('/api/shown', '40'), 40)
  assert.equal(await get('/api/paid', '40'), 'org_forbidden')
  assert.equal(await get('/api/own', '40'), 'org_not_supported')
  assert.equal(await get('/api/shown', '41'), 'org_missing')
  for (const malformed of ['0', '-40', '040', '4e1', 'x'])
    assert.equal(await get('/api/shown', malformed), 'org_header_invalid')
})
