import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '@turnpike/contract/endpoint'
import { type OrgRole, orgHeader, orgRoles } from '@turnpike/contract/identity/organisation'
import { role } from '@turnpike/contract/identity/user'
import { consoleEndpoints } from '../../src/console.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { type Client, saveOptions, startTestServer, type TestServer } from '../harness/harness.ts'
import { givenMember, givenOrganisation } from '../harness/organisations.ts'

/** What each role may do, in words of this test alone. */
const may: Record<OrgRole, readonly Endpoint['org'][]> = {
  owner: ['any', 'call', 'watch', 'pay', 'manage', 'own'],
  admin: ['any', 'call', 'watch', 'pay', 'manage'],
  billing: ['any', 'watch', 'pay'],
  member: ['any', 'call'],
  viewer: ['any', 'watch'],
}

let database: FreshDatabase
let server: TestServer
let own: number
let foreign: number
/** Administrators of the installation, so that no other permission is missing. */
const members = {} as Record<OrgRole, Client>
let left: Client
let people = 0

async function person(): Promise<Client> {
  const username = `seat-${++people}`
  await server.given.user({ username, role: role.root })
  const client = server.client()
  await client.signIn(username)
  return client
}

before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address)
  const { store, vault, reload } = server.deps
  await saveOptions(store, vault, { ExposeRatioEnabled: 'true', McpEnabled: 'true' })
  await reload()
  for (const each of orgRoles) members[each] = await person()
  own = await givenOrganisation(store, members.owner.userId)
  for (const each of orgRoles.filter((one) => one !== 'owner'))
    await givenMember(store, own, members[each].userId, each)
  foreign = await givenOrganisation(store, (await person()).userId, { name: 'Elsewhere' })
  left = await person()
  await givenMember(store, own, left.userId, 'admin')
  await store.deleteFrom('organisation_members').where('user_id', '=', left.userId).execute()
})
after(async () => {
  await server.stop()
  await database.drop()
})

/** The refusal that is about the organisation, if there is one. Nothing has the id of the path. */
async function refusalFor(client: Client, { method, path }: Endpoint, org: number | string) {
  const headers = { [orgHeader]: String(org) }
  const response = await client.fetch(path.replace(/\{\w+\}/g, '999999'), { method, headers })
  const text = await response.text()
  assert.ok(response.status < 500, `${response.status} ${text}`)
  const { code = '' } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {}
  return code.startsWith('org_') ? code : ''
}

const withContext = consoleEndpoints.filter(({ org }) => org !== undefined)
for (const endpoint of withContext)
  test(`${endpoint.method} ${endpoint.path} acts for an organisation: ${endpoint.org}`, async () => {
    for (const each of orgRoles) {
      const expected = may[each].includes(endpoint.org) ? '' : 'org_forbidden'
      assert.equal(await refusalFor(members[each], endpoint, own), expected, each)
      assert.equal(await refusalFor(members[each], endpoint, foreign), 'org_missing', `${each} elsewhere`)
    }
    assert.equal(await refusalFor(left, endpoint, own), 'org_missing', 'somebody who left')
    assert.equal(await refusalFor(left, endpoint, members.owner.userId), 'org_missing', 'a user is no organisation')
    assert.equal(await refusalFor(left, endpoint, ''), '', 'for themselves')
  })

test('every other endpoint refuses to act for an organisation, so that nobody spends the wrong money', async () => {
  const personal = consoleEndpoints.filter(({ org, access }) => org === undefined && access !== 'public')
  for (const endpoint of personal)
    assert.equal(await refusalFor(members.owner, endpoint, own), 'org_not_supported', endpoint.path)
  assert.ok(personal.length > 20 && withContext.length > 20, 'there is something to try')
})

test('a disabled or deleted organisation does not exist, and what is no id is refused', async () => {
  const { store } = server.deps
  const [endpoint] = withContext
  assert.ok(endpoint)
  for (const change of [{ status: 2 }, { deleted_at: 1 }]) {
    await store.updateTable('users').set(change).where('id', '=', own).execute()
    assert.equal(await refusalFor(members.owner, endpoint, own), 'org_missing', JSON.stringify(change))
    await store.updateTable('users').set({ status: 1, deleted_at: null }).where('id', '=', own).execute()
  }
  for (const text of ['0', '-1', '1.5', 'abc', `${own} `.repeat(2), '9'.repeat(20)])
    assert.equal(await refusalFor(members.owner, endpoint, text), 'org_header_invalid', text)
})
