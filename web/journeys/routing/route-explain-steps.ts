import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { TestServer } from '../../../server/test/harness/harness.ts'

/** Channels of one model: two that share the first attempts, one below them, one that is disabled, one elsewhere. */
export async function givenChannels(server: TestServer, model: string) {
  const root = server.client()
  await root.signIn('root', '123456')
  const add = async (name: string, more: object = {}) => {
    const common = {
      type: 1,
      key: `sk-${model}-${name}`,
      models: model,
      group: 'default',
      base_url: 'http://127.0.0.1:9',
    }
    const { response } = await root.call(channelApi.create, {
      body: { ...common, name: `${name} of ${model}`, ...more },
    })
    assert.ok(response.success, response.message)
  }
  await add('heavy', { priority: 5, weight: 20 })
  await add('light', { priority: 5, weight: 0 })
  await add('lower', { priority: 1 })
  await add('elsewhere', { group: 'vip' })
  await add('off', { status: 2 })
  return root
}
