import assert from 'node:assert/strict'
import { secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { userApi } from '@turnpike/contract/identity/user'
import { Secret, TOTP } from 'otpauth'
import { type Client, givenPassword, type TestServer } from './harness.ts'

/** The code that an authenticator app shows at the time of this server, some steps from now. */
export const totpCode = ({ deps }: TestServer, secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (deps.clock() + steps * 30) * 1000 })

export type Enrolled = { secret: string; codes: string[] }

/** Sets up an authenticator app for a signed-in client. Its first code is used by that. */
export async function enrol(server: TestServer, client: Client): Promise<Enrolled> {
  const begun = (await client.call(secondFactorApi.setUp)).response
  assert.ok(begun.success, begun.message)
  const { secret } = begun.data
  const on = (await client.call(secondFactorApi.enable, { body: { code: totpCode(server, secret) } })).response
  assert.ok(on.success, on.message)
  return { secret, codes: on.data.recovery_codes }
}

/** The first step of a sign-in: the methods of the second one, or the refusal. */
export async function firstStep(client: Client, username: string, password = givenPassword) {
  const { response } = await client.call(userApi.login, { query: {}, body: { username, password } })
  if (!response.success) return response.code
  return 'require_2fa' in response.data ? response.data.methods : 'signed in'
}

/** The second step with a code: '' and a session, or the refusal. */
export async function secondStep(client: Client, code: string): Promise<string | undefined> {
  const { response } = await client.call(secondFactorApi.finish, { body: { code } })
  if (!response.success) return response.code
  client.userId = response.data.id
  return ''
}
