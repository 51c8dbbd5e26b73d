import { optionApi } from '@turnpike/contract/system/option-api'
import { logApi, logType } from '@turnpike/contract/usage/log'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { asRoot, createChannel, createToken, dataOf } from '../steps.ts'
import { upstream } from '../upstream.ts'

/** A client of the super administrator that reads stored options and the cost of calls. */
export async function rootOf(server: TestServer) {
  const root = await asRoot(server)
  const optionsNow = async () => new Map(dataOf(await root.call(optionApi.list)).map(({ key, value }) => [key, value]))
  return {
    option: async (key: string) => (await optionsNow()).get(key) ?? '',
    map: async (key: string) => JSON.parse((await optionsNow()).get(key) ?? '') as Record<string, unknown>,
    save: async (key: string, value: object) =>
      dataOf(await root.call(optionApi.update, { body: { key, value: JSON.stringify(value) } })),
    async key(models: string) {
      await createChannel(root, { name: models, key: 'sk-up', base_url: upstream().url, models })
      return (await createToken(root, models)).key
    },
    async lastCharge() {
      const query = { type: String(logType.consumption) }
      return dataOf(await root.call(logApi.self, { query })).items[0]
    },
  }
}

export async function open(page: Page, url: string, section: string) {
  await openSignedIn(page, url, `/setting?tab=operation&section=${section}`)
}

export const save = (page: Page) => page.getByRole('button', { name: /^(Save|保存)$/ }).click()
