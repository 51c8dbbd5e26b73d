import type { Page } from 'playwright-core'
import type { Client, ConsoleResult, TestServer } from '../../server/test/harness/harness.ts'

/** A client of the super administrator, beside the browser. */
export async function asRoot(server: TestServer): Promise<Client> {
  const root = server.client()
  await root.signIn('root', '123456')
  return root
}

export function dataOf<Data>({ response }: ConsoleResult<Data>): Data {
  if (!response.success) throw new Error(response.message)
  return response.data
}

/** The row of a table with this text. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The text that was copied last; the context of the page needs the permission to read it. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
