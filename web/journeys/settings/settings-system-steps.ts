import { optionApi } from '@turnpike/contract/system/option-api'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { asRoot } from '../steps.ts'

export async function storedOptions(server: TestServer) {
  const root = await asRoot(server)
  const { response } = await root.call(optionApi.list)
  if (!response.success) throw new Error(response.message)
  return {
    texts: new Map(response.data.map(({ key, value }) => [key, value])),
    secrets: response.hidden_set,
  }
}

export const pathOf = (tab: string, section: string) => `/setting?tab=${tab}&section=${section}`

export const enterSection = (page: Page, url: string, tab: string, section: string) =>
  openSignedIn(page, url, pathOf(tab, section))

/** The control with this label: a section may have the same name. */
export const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'))

export async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('No unsaved changes').waitFor()
}
