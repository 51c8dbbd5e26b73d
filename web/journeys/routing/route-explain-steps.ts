import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel } from '../steps.ts'

/** Channels of one model: two that share the first attempts, one below them, one that is disabled, one elsewhere. */
export async function givenChannels(server: TestServer, model: string) {
  const root = await asRoot(server)
  const common = { models: model, base_url: 'http://127.0.0.1:9' }
  const add = (name: string, more: object = {}) =>
    createChannel(root, { ...common, name: `${name} of ${model}`, key: `sk-${model}-${name}`, ...more })
  await add('heavy', { priority: 5, weight: 20 })
  await add('light', { priority: 5, weight: 0 })
  await add('lower', { priority: 1 })
  await add('elsewhere', { group: 'vip' })
  await add('off', { status: 2 })
  return root
}
