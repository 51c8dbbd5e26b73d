import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { proxyApi } from '@turnpike/contract/routing/proxies'
import { optionApi } from '@turnpike/contract/system/option-api'
import { assertRefused, dataOf, fine, useChannelAdmin } from '../../../../test/harness/channel-admin.ts'
import type { Client } from '../../../../test/harness/harness.ts'
import { connecting, type Manner, type OwnProxy, socks, startOwnProxy } from '../../../../test/outside/own-proxy.ts'

const password = 'geheim-p4ss'

describe('a test of a proxy', () => {
  const desk = useChannelAdmin('sqlite')
  let root: Client
  let echo: Server
  let echoed: { status: number; body: string }
  const echoPort = () => (echo.address() as AddressInfo).port // a listening TCP server has one
  before(async () => {
    echo = createServer((_, response) => response.writeHead(echoed.status).end(echoed.body)).listen(0, '127.0.0.1')
    await once(echo, 'listening')
    await desk.server.given.user({ username: 'rita', role: role.root })
    root = desk.server.client()
    await root.signIn('rita')
    dataOf(await root.call(optionApi.update, { body: { key: 'ProxyEchoAddress', value: 'http://echo.example' } }))
  })
  after(() => echo.close())

  const given = async (t: TestContext, manner: (proxy: OwnProxy) => Manner) => {
    const proxy = await startOwnProxy(manner)
    t.after(() => proxy.stop())
    echoed = { status: 200, body: '{"origin":"203.0.113.7"}' }
    return proxy
  }
  const run = (proxy: string, more: { id?: number; channel?: number } = {}) =>
    desk.admin.call(proxyApi.test, { body: { proxy, ...more } })

  test('shows the exit address, through proxies of both kinds, by address and by name', async (t) => {
    const http = await given(t, connecting(echoPort, `ada:${password}`))
    const address = `http://ada:${password}@127.0.0.1:${http.port}`
    const { exit_address, ms } = dataOf(await run(address))
    assert.equal(exit_address, '203.0.113.7')
    assert.ok(ms > 0)
    assert.deepEqual(http.targets, ['echo.example:80'], 'the proxy resolves the name')
    const socks5 = await given(t, socks(echoPort))
    echoed.body = '2001:db8::7\n'
    assert.equal(dataOf(await run(`socks5h://127.0.0.1:${socks5.port}`)).exit_address, '2001:db8::7')
    const { id } = dataOf(await root.call(proxyApi.create, { body: { name: 'listed', address } }))
    assert.equal(dataOf(await run('listed')).exit_address, '2001:db8::7')
    const masked = address.replace(password, '•••')
    assert.equal(dataOf(await run(masked, { id })).exit_address, '2001:db8::7')
    const { ids } = dataOf(
      await desk.admin.call(channelApi.create, { body: fine({ setting: JSON.stringify({ proxy: address }) }) }),
    )
    assert.equal(dataOf(await run(masked, { channel: ids[0] ?? 0 })).exit_address, '2001:db8::7')
  })

  test('says why it failed, without the password', async (t) => {
    const http = await given(t, connecting(echoPort, `ada:${password}`))
    const failed = async (address: string, code: Parameters<typeof assertRefused>[1]) => {
      const result = await run(address)
      assertRefused(result, code, address)
      assert.ok(!JSON.stringify(result.response).includes('geheim'))
    }
    await failed(`http://ada:geheim-wrong@127.0.0.1:${http.port}`, 'proxy_credentials')
    await failed(`http://127.0.0.1:${http.port}`, 'proxy_credentials')
    await failed(`socks5h://ada:${password}@127.0.0.1:1`, 'proxy_away')
    await failed(`socks5h://ada:${password}@no-such-host.invalid:1080`, 'proxy_away')
    await failed('nowhere', 'proxy_missing')
    await failed('ftp://h', 'proxy_address_invalid')
    await failed(`http://ada:•••@127.0.0.1:${http.port}`, 'proxy_password_missing')
    const refusing = await given(t, () => (client) => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    await failed(`http://ada:${password}@127.0.0.1:${refusing.port}`, 'proxy_unreachable')
    const closing = await given(t, () => (client) => client.destroy())
    await failed(`http://ada:${password}@127.0.0.1:${closing.port}`, 'proxy_unreachable')
    assert.ok(!desk.server.lines.join('\n').includes('geheim'))
  })

  test('tells a proxy that works from a service that returns no address', async (t) => {
    const http = await given(t, connecting(echoPort))
    for (const answer of [
      { status: 200, body: '<html>hello</html>' },
      { status: 200, body: '' },
      { status: 403, body: '203.0.113.7' },
      { status: 302, body: '203.0.113.7' },
    ]) {
      echoed = answer
      assertRefused(await run(`http://127.0.0.1:${http.port}`), 'proxy_echo_failed', JSON.stringify(answer))
    }
    echoed = { status: 200, body: 'x'.repeat(100_000) }
    assertRefused(await run(`http://127.0.0.1:${http.port}`), 'proxy_echo_unreachable', 'too long a response')
  })
})
