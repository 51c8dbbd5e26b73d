import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

for (const kind of databaseKindsOfRun)
  describe(`fetching models [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, fenced: { EGRESS_PRIVATE: 'deny' } })
    beforeEach(() => servers.one.clear())
    const ofStored = async (id: number) =>
      (await servers.one.admin.call(channelApi.fetchModels, { params: { id: String(id) } })).response
    const ofAccount = async (body: object, server = servers.one) =>
      (await server.admin.call(channelApi.fetchModelsOf, { body: { key: 'sk-typed-1', ...body } })).response

    test('a stored channel’s upstream gets the stored key', async () => {
      const id = await servers.one.routed({
        type: 14,
        key: 'sk-ant-stored-1',
        base_url: servers.mock.urlOf('anthropic'),
      })
      const response = await ofStored(id)
      assert.ok(response.success, response.message)
      assert.deepEqual([response.data.length, response.data[0]], [5, 'claude-opus-5-5'])
      const requests = servers.mock.requests.list()
      assert.deepEqual([requests.length, requests[0]?.key], [2, 'sk-ant-stored-1'])
      assert.doesNotMatch(JSON.stringify(response), /sk-ant/)
    })

    test('an upstream nobody has saved yet gets the key that was typed, the first of several', async () => {
      const response = await ofAccount({ base_url: servers.mock.url, key: ' sk-typed-1 \nsk-typed-2' })
      assert.ok(response.success, response.message)
      assert.equal(response.data[0], 'gpt-6-sol')
      assert.equal(servers.mock.requests.list()[0]?.key, 'sk-typed-1')
      const gemini = await ofAccount({ base_url: servers.mock.urlOf('gemini'), type: 24 })
      assert.equal(gemini.success && gemini.data[0], 'gemini-4-argon')
      const cloudflare = await ofAccount({ base_url: servers.mock.urlOf('cloudflare'), type: 39, other: ' acc1 ' })
      assert.ok(cloudflare.success && cloudflare.data.some((name) => name.startsWith('@cf/')))
    })

    test('an upstream that lists nothing gets no request', async () => {
      const response = await ofAccount({ base_url: servers.mock.urlOf('jina'), type: 38 })
      assert.equal('code' in response && response.code, 'models_fetch_failed')
      assert.deepEqual(servers.mock.requests.list(), [])
    })

    test('an upstream without models is no failure', async () => {
      const id = await servers.one.routed()
      const fault = { kind: 'status', status: 200, body: { data: [] } } as const
      servers.mock.faults.add({ match: { path: '/v1/models' }, times: 1, fault })
      const response = await ofStored(id)
      assert.deepEqual(response.success && response.data, [])
    })

    test('without a key no request is sent', async () => {
      for (const key of ['', ' \n ']) {
        const response = await ofAccount({ base_url: servers.mock.url, key })
        assert.equal('code' in response && response.code, 'channel_key_missing')
      }
      assert.deepEqual(servers.mock.requests.list(), [])
    })

    test('whatever goes wrong, the response is the same and reveals nothing of what is there', async () => {
      const sentences = new Set<string>()
      for (const [body, server] of [
        [{ base_url: servers.mock.url, key: 'sk-invalid-1' }],
        [{ base_url: `${servers.mock.url}/nothing` }],
        [{ base_url: 'http://127.0.0.1:9' }],
        [{ base_url: 'http://169.254.169.254' }],
        [{ base_url: 'http://no-such-host.invalid' }],
        [{ base_url: servers.mock.url }, servers.fenced],
      ] as const) {
        const response = await ofAccount(body, server)
        assert.equal('code' in response && response.code, 'models_fetch_failed', JSON.stringify(body))
        sentences.add(JSON.stringify(response))
      }
      assert.equal(sentences.size, 1)
    })

    test('what is no address, no type or no channel is refused before a request is sent', async () => {
      for (const [body, code] of [
        [{ base_url: 'file:///etc/passwd' }, 'channel_base_url_invalid'],
        [{ base_url: `http://user:secret@${new URL(servers.mock.url).host}` }, 'channel_base_url_invalid'],
        [{ type: 3 }, 'channel_base_url_missing'],
        [{ type: 999 }, 'channel_type_unknown'],
      ] as const) {
        const response = await ofAccount(body)
        assert.equal('code' in response && response.code, code)
      }
      const missing = await ofStored(987_654)
      assert.equal('code' in missing && missing.code, 'channel_missing')
      assert.deepEqual(servers.mock.requests.list(), [])
    })
  })
