import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { serviceAccountOf } from '../../../mock-upstream/vertex/accounts.ts'
import { readConfig } from '../../src/config.ts'
import { type AccessDeps, withAccess } from '../../src/gateway/call/access-tokens.ts'
import { UpstreamFailure } from '../../src/gateway/forms/failure.ts'
import type { Provider, Target } from '../../src/gateway/providers/provider.ts'
import { createTokenCache } from '../../src/gateway/routing/token-cache.ts'
import { createChannelAgents } from '../../src/outbound/agents.ts'
import { connectingMsMax } from '../../src/outbound/exchange.ts'
import { direct } from '../../src/outbound/proxies.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { send } from './send.ts'

const callsAtOnce = 100
const tokenPath = '/vertex/token'
const chatPath = '/v1/chat/completions'
const body = { model: 'gemini-2.5-flash', messages: [{ role: 'user', content: 'hi' }] }

describe('a service account of Vertex', () => {
  const relay = useRelay('sqlite')

  async function given() {
    const here = relay.place()
    const { key: account } = await here.channel({
      type: 41,
      keyOf: serviceAccountOf,
      models: body.model,
      base_url: relay.mock.urlOf('vertex'),
      other: 'us-central1',
      setting: { token_url: `${relay.mock.url}${tokenPath}` },
    })
    const from = relay.mock.requests.list().length
    const sent = () => relay.mock.requests.list().slice(from)
    return {
      account,
      here,
      exchanges: () => sent().filter(({ path }) => path === tokenPath).length,
      /** The tokens of the calls, in their order. */
      tokens: () =>
        sent()
          .filter(({ key }) => key === account)
          .map(({ headers }) => headers.authorization),
      call: async () => send(relay, chatPath, { key: (await here.key()).key, body }),
    }
  }

  test('is exchanged once for a hundred calls of a fresh channel', async () => {
    const { here, exchanges, tokens } = await given()
    const keys = await Promise.all(Array.from({ length: callsAtOnce }, () => here.key()))
    const exchange = relay.mock.holdResponse({ path: tokenPath })
    const calls = keys.map(({ key }) => send(relay, chatPath, { key, body }))
    await exchange.pieces
    await exchange.end()
    for (const { status, text } of await Promise.all(calls)) assert.equal(status, 200, text)
    assert.equal(exchanges(), 1)
    assert.equal(tokens().length, callsAtOnce)
    assert.equal(new Set(tokens()).size, 1)
  })

  test('gets a new token when the old one was revoked, and the call succeeds', async () => {
    const { account, call, exchanges, tokens } = await given()
    assert.equal((await call()).status, 200)
    relay.mock.faults.add({ match: { key: account }, times: 1, fault: { kind: 'status', status: 401 } })
    assert.equal((await call()).status, 200)
    assert.equal(exchanges(), 2)
    const [first, refused, renewed] = tokens()
    assert.equal(first, refused)
    assert.notEqual(refused, renewed)
  })

  test('whose new token is refused too is at fault: there is no third attempt, and nothing is charged', async () => {
    const { account, here, exchanges, tokens } = await given()
    relay.mock.faults.add({ match: { key: account }, times: 9, fault: { kind: 'status', status: 401 } })
    const mine = await here.key()
    const { status, json } = await send(relay, chatPath, { key: mine.key, body })
    assert.deepEqual([status, json.error.code], [502, 'channel_refused'])
    assert.deepEqual([tokens().length, exchanges()], [2, 2])
    assertFree(await booksOf(relay, mine))
  })

  test('that Google does not know is at fault, and no call goes out', async () => {
    const { here, exchanges } = await given()
    relay.mock.faults.add({
      match: { path: tokenPath },
      times: 1,
      fault: { kind: 'status', status: 400, body: { error: 'invalid_grant', error_description: 'account not found' } },
    })
    const mine = await here.key()
    const { status, json } = await send(relay, chatPath, { key: mine.key, body })
    assert.deepEqual([status, json.error.code], [502, 'channel_refused'])
    assert.deepEqual([exchanges(), here.sent().length], [1, 0])
    assertFree(await booksOf(relay, mine))
  })

  test('keeps using a token near its end while the next one is on its way', async () => {
    const { account, call, exchanges, tokens } = await given()
    const near = `ya29.mock-${Buffer.from(account).toString('base64url')}.near-its-end`
    relay.mock.faults.add({
      match: { path: tokenPath },
      times: 1,
      fault: { kind: 'status', status: 200, body: { access_token: near, expires_in: 200 } },
    })
    assert.equal((await call()).status, 200)
    const renewal = relay.mock.holdResponse({ path: tokenPath })
    assert.equal((await call()).status, 200, 'although the renewal has no response yet')
    await renewal.pieces
    assert.equal((await call()).status, 200)
    assert.deepEqual(
      tokens(),
      [near, near, near].map((token) => `Bearer ${token}`),
    )
    assert.equal(exchanges(), 2)
    await renewal.end()
    while (tokens().at(-1) === `Bearer ${near}`) assert.equal((await call()).status, 200)
    assert.equal(exchanges(), 2)
  })
})

describe('any key that is exchanged for a token', () => {
  let exchanged = 0
  let isRefusing = false
  let beforeResponse: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    request.resume()
    await beforeResponse
    response.statusCode = isRefusing ? 403 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ token: `t${++exchanged}` }))
  })
  const agents = createChannelAgents({ allowPrivate: true, allowed: [] }, direct)
  let url = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server has one
  })
  after(async () => {
    await agents.close()
    server.close()
  })

  const refused = () => new UpstreamFailure('bad_key', { status: 401, message: 'no' })
  const provider: Provider = {
    access: {
      request: () => ({ method: 'POST', url, headers: {} }),
      response: (response) => ({ token: (response as { token: string }).token, seconds: 3600 }), // the server above
      renewSeconds: 60,
      isRefused: ({ kind }) => kind === 'bad_key',
    },
    failure: (status) => new UpstreamFailure('no_permission', { status, message: 'not exchanged' }),
  }
  const target = (key: string): Target => ({
    type: 15,
    key,
    base_url: 'https://upstream.example',
    other: '',
    openai_organization: '',
    model: 'm',
    setting: {},
  })
  const call = (connectingMs = 0) => ({ connectingMs })
  const depsOf = (): AccessDeps => ({
    agents,
    config: readConfig({}),
    clock: () => 1_800_000_000,
    tokenCache: createTokenCache(),
  })

  test('is exchanged once for a hundred calls at once, and once more when all of them are refused', async () => {
    const deps = depsOf()
    const before = exchanged
    const seen: (string | undefined)[] = []
    const responses = Array.from({ length: callsAtOnce }, () =>
      withAccess({ provider, target: target('a'), proxy: undefined }, call(), deps, async ({ target: { token } }) => {
        seen.push(token)
        if (token === `t${before + 1}`) throw refused()
        return token
      }),
    )
    assert.deepEqual([...new Set(await Promise.all(responses))], [`t${before + 2}`])
    assert.equal(exchanged, before + 2)
    assert.equal(seen.length, 2 * callsAtOnce)
  })

  test('fails with the refusal of its second token', async () => {
    const before = exchanged
    const sent = withAccess({ provider, target: target('b'), proxy: undefined }, call(), depsOf(), () =>
      Promise.reject(refused()),
    )
    await assert.rejects(sent, (error) => error instanceof UpstreamFailure && error.kind === 'bad_key')
    assert.equal(exchanged, before + 2)
  })

  test('is exchanged anew after an exchange that failed, and for another failure not at all', async () => {
    const deps = depsOf()
    isRefusing = true
    const failed = withAccess({ provider, target: target('c'), proxy: undefined }, call(), deps, async () => 'never')
    await assert.rejects(failed, (error) => error instanceof UpstreamFailure && error.kind === 'no_permission')
    isRefusing = false
    const before = exchanged
    const other = new UpstreamFailure('overloaded', { status: 503, message: 'busy' })
    await assert.rejects(
      withAccess({ provider, target: target('c'), proxy: undefined }, call(), deps, () => Promise.reject(other)),
      other,
    )
    assert.equal(exchanged, before + 1)
  })

  test('is waited for as long as a call may connect, and goes on for the others', async () => {
    const deps = depsOf()
    const reached = { provider, target: target('d'), proxy: undefined }
    const response = Promise.withResolvers<void>()
    beforeResponse = response.promise
    const hasLittleTime = call(connectingMsMax - 10)
    const patient = withAccess(reached, call(), deps, async () => 'responded')
    const hasty = withAccess(reached, hasLittleTime, deps, async () => 'never')
    await assert.rejects(hasty, (error) => error instanceof UpstreamFailure && error.code === 'do_request_failed')
    assert.ok(hasLittleTime.connectingMs >= connectingMsMax - 1)
    response.resolve()
    assert.equal(await patient, 'responded')
  })
})
