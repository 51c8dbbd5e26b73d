import { type Token, tokenApi } from '@turnpike/contract/identity/token'
import { type ChannelInput, channelApi } from '@turnpike/contract/routing/channel'
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

type NewChannel = Partial<ChannelInput> & Pick<ChannelInput, 'name' | 'models'>

/** Creates a channel, of OpenAI's type and in the default group unless it says otherwise; returns its id. */
export async function createChannel(root: Client, channel: NewChannel): Promise<number> {
  const body = { type: 1, key: `sk-${channel.name.replaceAll(' ', '-')}`, group: 'default', ...channel }
  return dataOf(await root.call(channelApi.create, { body })).ids[0] ?? 0
}

/** Creates a token without a limit. */
export const createToken = async (client: Client, name: string): Promise<Token> =>
  dataOf(await client.call(tokenApi.create, { body: { name, unlimited_quota: true } }))

/** The row of a table with this text. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The text that was copied last; the context of the page needs the permission to read it. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
