import assert from 'node:assert/strict'
import { priceBookApi } from '@turnpike/contract/money/price-book'
import { optionApi } from '@turnpike/contract/system/option-api'
import type { TestServer } from '../../../server/test/harness/harness.ts'

export async function rootOf(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  return {
    pending: async () => {
      const { response } = await root.call(priceBookApi.pending)
      assert.ok(response.success)
      return response.data
    },
    ratioOf: async (model: string) => {
      const { response } = await root.call(optionApi.list)
      assert.ok(response.success)
      return JSON.parse(response.data.find(({ key }) => key === 'ModelRatio')?.value ?? '{}')[model]
    },
  }
}
