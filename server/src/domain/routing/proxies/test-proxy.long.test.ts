import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proxyApi } from '@turnpike/contract/routing/proxies'
import { assertRefused, useChannelAdmin } from '../../../../test/harness/channel-admin.ts'
import { startOwnProxy } from '../../../../test/outside/own-proxy.ts'

describe('a test of a proxy', () => {
  const desk = useChannelAdmin('sqlite')

  test('gives up on a proxy that hangs, and closes the connection', async (t) => {
    const proxy = await startOwnProxy(() => () => {})
    t.after(() => proxy.stop())
    const body = { proxy: `socks5h://127.0.0.1:${proxy.port}` }
    assertRefused(await desk.admin.call(proxyApi.test, { body }), 'proxy_timeout')
    assert.equal(proxy.connected, 1)
  })
})
