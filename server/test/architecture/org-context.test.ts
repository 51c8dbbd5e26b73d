import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OrgAct, orgHeader, orgMay, orgRoles } from '@turnpike/contract/identity/organisation'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { consoleEndpoints } from '../../src/console.ts'
import { openSession } from '../../src/domain/identity/session/session.rules.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { startTestServer, type TestServer } from '../harness/harness.ts'
import { givenMember, givenOrganisation } from '../ledger/organisations.ts'

let database: FreshDatabase
let server: TestServer
let org: number
let disabled: number
const sessions = new Map<string, Record<string, string>>()

const known = consoleEndpoints.filter(({ access }) => access !== 'public')
const refusals = ['org_missing', 'org_forbidden', 'org_not_supported', 'org_header_invalid']

/** A person who may call every endpoint, so that only the organisation decides. */
async function given(username: string): Promise<number> {
  const id = await server.given.user({ username, role: role.root })
  const session = await openSession(server.deps, { user: { id, session_version: 1 }, address: '', userAgent: '' })
  sessions.set(username, { cookie: `session=${session}`, 'new-api-user': String(id) })
  return id
}

before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address)
  const { store } = server.deps
  org = await givenOrganisation(store, await given('owner'))
  disabled = await givenOrganisation(store, (await server.given.user({ username: 'other' })) ?? 0)
  for (const each of orgRoles.filter((name) => name !== 'owner')) {
    const id = await given(each)
    await givenMember(store, org, id, each)
    await givenMember(store, disabled, id, each)
  }
  await given('outsider')
  const left = await given('left')
  await givenMember(store, org, left, 'admin')
  await store.deleteFrom('organisation_members').where('user_id', '=', left).execute()
  await store.updateTable('users').set({ status: userStatus.banned }).where('id', '=', disabled).execute()
})
after(async () => {
  await server.stop()
  await database.drop()
})

async function refusalOf({ method, path }: (typeof known)[number], who: string, id: number) {
  const headers = { ...sessions.get(who), [orgHeader]: String(id) }
  const response = await fetch(server.url + path.replace(/\{\w+\}/g, '1'), { method, headers })
  const text = await response.text()
  const { code } = text.startsWith('{') ? (JSON.parse(text) as { code?: string }) : {}
  return code && refusals.includes(code) ? code : undefined
}

const acting = known.filter((endpoint) => endpoint.org !== undefined)

test('what cannot act for an organisation is refused with its header, so that it never acts for the user', async () => {
  for (const endpoint of known.filter((each) => each.org === undefined))
    assert.equal(await refusalOf(endpoint, 'owner', org), 'org_not_supported', `${endpoint.method} ${endpoint.path}`)
})

test('to people who are no members an organisation does not exist, whatever their role in the installation', async () => {
  for (const endpoint of acting) {
    const name = `${endpoint.method} ${endpoint.path}`
    for (const who of ['outsider', 'left']) assert.equal(await refusalOf(endpoint, who, org), 'org_missing', name)
    assert.equal(await refusalOf(endpoint, 'admin', disabled), 'org_missing', `${name}: disabled`)
    assert.equal(await refusalOf(endpoint, 'owner', 987_654), 'org_missing', `${name}: unknown`)
  }
})

test('a role does only what it may', async () => {
  for (const endpoint of acting)
    for (const each of orgRoles.filter((name) => endpoint.org !== 'any' && !orgMay(name, endpoint.org as OrgAct)))
      assert.equal(
        await refusalOf(endpoint, each, org),
        'org_forbidden',
        `${each}: ${endpoint.method} ${endpoint.path}`,
      )
})

/** What members do for their organisation, in words of this test alone. Everything else stays the user's own. */
const wanted: Record<OrgAct | 'any', string[]> = {
  any: [
    'DELETE /api/prompt_record/{request_id}',
    'GET /api/data/self',
    'GET /api/data/self/summary',
    'GET /api/log/self',
    'GET /api/log/self/export',
    'GET /api/log/self/search',
    'GET /api/log/self/stat',
    'GET /api/mj/self',
    'GET /api/model',
    'GET /api/pricing',
    'GET /api/prompt_record/{request_id}',
    'GET /api/prompt_record/{request_id}/facts',
    'GET /api/refund/call',
    'GET /api/task/self',
    'GET /api/task/{id}/content',
    'GET /api/user/models',
    'GET /api/user/self/groups',
    'GET /api/user/self/limits',
    'GET /api/user/self/prompt_records',
  ],
  call: [
    'DELETE /api/token/share/{id}',
    'DELETE /api/token/{id}',
    'DELETE /api/token/{id}/prompt_records',
    'GET /api/token/',
    'GET /api/token/search',
    'GET /api/token/{id}',
    'GET /api/token/{id}/limits',
    'GET /api/token/{id}/prompt_records',
    'GET /api/token/{id}/share',
    'POST /api/route/explain',
    'POST /api/task/{id}/cancel',
    'POST /api/task/{id}/retry',
    'POST /api/token/',
    'POST /api/token/batch',
    'POST /api/token/batch/change',
    'POST /api/token/share',
    'POST /api/token/undo',
    'POST /api/token/{id}/key',
    'PUT /api/token/',
    'PUT /api/token/{id}/limits',
    'PUT /api/token/{id}/prompt_records',
  ],
  watch: ['GET /api/subscription/self', 'GET /api/topup/records', 'GET /api/topup/self', 'GET /api/user/topup/self'],
  pay: [
    'GET /api/payment/methods',
    'GET /api/subscription/quote',
    'GET /api/user/topup/info',
    'POST /api/subscription/balance/pay',
    'POST /api/subscription/epay/pay',
    'POST /api/subscription/self/{id}/cancel',
    'POST /api/subscription/self/{id}/resume',
    'POST /api/subscription/stripe/pay',
    'POST /api/user/amount',
    'POST /api/user/pay',
    'POST /api/user/topup',
    'PUT /api/subscription/self/preference',
  ],
  manage: [],
  own: [],
}

test('these calls can act for an organisation, for members who may do this', () => {
  for (const [act, names] of Object.entries(wanted))
    assert.deepEqual(
      acting
        .filter((endpoint) => endpoint.org === act)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
      names,
      act,
    )
})
