import assert from 'node:assert/strict'
import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { type Organisation, orgApi } from '@turnpike/contract/identity/organisation-api'
import type { Client, ConsoleResult, GivenUser, TestServer } from '../../../../test/harness/harness.ts'

let people = 0

export const dataOf = <Data>({ response }: ConsoleResult<Data>): Data => {
  assert.ok(response.success, response.message)
  return response.data
}
/** The code of a refusal; empty for what was allowed. */
export const refusalOf = ({ response }: ConsoleResult<unknown>): string =>
  response.success ? '' : (response.code ?? '?')

/** Somebody new, signed in. */
export async function person(server: TestServer, given: Partial<GivenUser> = {}): Promise<Client> {
  const username = given.username ?? `member${++people}`
  await server.given.user({ ...given, username })
  const client = server.client()
  await client.signIn(username)
  return client
}

export const found = async (owner: Client, name = 'Acme'): Promise<Organisation> =>
  dataOf(await owner.call(orgApi.create, { body: { name } }))

const at = (id: number) => ({ params: { id: String(id) } })
export const ofMember = (id: number, user: number) => ({ params: { id: String(id), user: String(user) } })

/** The code of a new link. */
export async function linkOf(manager: Client, id: number, role: Exclude<OrgRole, 'owner'> = 'member') {
  const invitation = dataOf(await manager.call(orgApi.invite, { ...at(id), body: { role, days: 7 } }))
  return invitation
}

/** Invites a person, who accepts. */
export async function join(owner: Client, joining: Client, id: number, role: Exclude<OrgRole, 'owner'> = 'member') {
  const { code } = await linkOf(owner, id, role)
  dataOf(await joining.call(orgApi.accept, { body: { code } }))
  return joining
}

/** Somebody new of each role in an organisation, and its owner. */
export async function firmOf(server: TestServer, name = 'Acme') {
  const owner = await person(server)
  const { id } = await found(owner, name)
  const joined = async (role: Exclude<OrgRole, 'owner'>) => join(owner, await person(server), id, role)
  const [admin, billing, member, viewer] = [
    await joined('admin'),
    await joined('billing'),
    await joined('member'),
    await joined('viewer'),
  ]
  return { id, owner, admin, billing, member, viewer }
}
