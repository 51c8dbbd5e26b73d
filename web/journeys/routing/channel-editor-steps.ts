import { channelApi } from '@turnpike/contract/routing/channel'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel, dataOf } from '../steps.ts'
import { upstream } from '../upstream.ts'

export async function rootOf(server: TestServer) {
  const root = await asRoot(server)
  return {
    channels: async () =>
      dataOf(await root.call(channelApi.search, { query: {} })).toSorted((one, other) => one.id - other.id),
    get: async (id: number) => dataOf(await root.call(channelApi.get, { params: { id: String(id) } })),
    add: (fields: { name: string; key: string; type?: number }) =>
      createChannel(root, { ...fields, models: 'gpt-4o,gpt-4o-mini', base_url: upstream().url }),
  }
}
