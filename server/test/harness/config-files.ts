import { role } from '@turnpike/contract/identity/user'
import { configFileApi } from '@turnpike/contract/system/config-file/config-file-api'
import { dataOf } from './channel-admin.ts'
import { type Client, givenPassword, type TestServer } from './harness.ts'

/** Secrets that configuration files of tests name. */
export const fileSecrets = {
  TURNPIKE_KEY_MAIN: 'sk-config-main-1f77a0c2',
  TURNPIKE_KEY_SPARE_1: 'sk-config-spare-one-88d1',
  TURNPIKE_KEY_SPARE_2: 'sk-config-spare-two-40be',
  TURNPIKE_PRICE_SOURCE_OTHER_GATEWAY: 'https://gateway.example/api/pricing?key=list-key-5b1d',
  TURNPIKE_SMTP_TOKEN: 'smtp-config-token-6c31',
}

export async function signInRoot(server: TestServer): Promise<Client> {
  await server.given.user({ username: 'chief', role: role.root })
  const root = server.client()
  await root.signIn('chief', givenPassword)
  return root
}

export const exported = async (client: Client, mode: 'sealed' | 'env' = 'sealed') =>
  dataOf(await client.call(configFileApi.export, { query: { secrets: mode } })).text

export const plan = async (client: Client, text: string, prune = false) =>
  dataOf(await client.call(configFileApi.plan, { body: { text, prune } }))

export const apply = async (client: Client, text: string, prune = false) =>
  dataOf(await client.call(configFileApi.apply, { body: { text, prune } }))
