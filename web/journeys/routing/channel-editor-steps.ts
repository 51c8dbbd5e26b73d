import { channelApi } from '@turnpike/contract/routing/channel'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { dataOf } from '../steps.ts'
import { upstream } from '../upstream.ts'

export async function rootOf(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  return {
    channels: async () =>
      dataOf(await root.call(channelApi.search, { query: {} })).toSorted((one, other) => one.id - other.id),
    get: async (id: number) => dataOf(await root.call(channelApi.get, { params: { id: String(id) } })),
    async add(fields: { name: string; key: string; type?: number }) {
      const body = { type: 1, ...fields, models: 'gpt-4o,gpt-4o-mini', group: 'default', base_url: upstream().url }
      return dataOf(await root.call(channelApi.create, { body })).ids[0] ?? 0
    },
  }
}
