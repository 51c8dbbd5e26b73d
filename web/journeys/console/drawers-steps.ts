import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createToken } from '../steps.ts'

/** Creates a token of the super administrator and returns its id. */
export async function givenToken(server: TestServer, name: string): Promise<number> {
  return (await createToken(await asRoot(server), name)).id
}

export const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
