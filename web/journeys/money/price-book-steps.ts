import { priceBookApi } from '@turnpike/contract/money/price-book'
import { optionApi } from '@turnpike/contract/system/option-api'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, dataOf } from '../steps.ts'

export async function rootOf(server: TestServer) {
  const root = await asRoot(server)
  return {
    pending: async () => dataOf(await root.call(priceBookApi.pending)),
    cancel: async (id: number) => dataOf(await root.call(priceBookApi.remove, { params: { id: String(id) } })),
    ratioOf: async (model: string) => {
      const options = dataOf(await root.call(optionApi.list))
      return JSON.parse(options.find(({ key }) => key === 'ModelRatio')?.value ?? '{}')[model]
    },
  }
}
