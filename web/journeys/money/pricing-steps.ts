import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { saveOptions } from '../../../server/src/domain/system/options/options.rules.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { upstream } from '../upstream.ts'

export async function addChannel(server: TestServer, channel: { type: number; models: string; group: string }) {
  const admin = server.client()
  await admin.signIn('root', '123456')
  const body = { name: channel.models.slice(0, 40), key: 'sk-upstream', base_url: upstream().url, ...channel }
  const { response } = await admin.call(channelApi.create, { body })
  assert.ok(response.success, response.message)
}

/** Four models, of which only the group vip has all, at four fifths of the price. */
export async function givenModels(server: TestServer) {
  await saveOptions(server.deps.store, server.deps.vault, {
    GroupRatio: '{"default":1,"vip":0.8}',
    UserUsableGroups: '{"default":"For all"}',
  })
  await server.deps.reload()
  await addChannel(server, { type: 1, models: 'gpt-4o,dall-e-3,text-embedding-3-small', group: 'default,vip' })
  await addChannel(server, { type: 14, models: 'claude-sonnet-4-5', group: 'vip' })
}
