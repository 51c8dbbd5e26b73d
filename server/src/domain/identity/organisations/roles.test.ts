import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Endpoint } from '@turnpike/contract/endpoint'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { dataOf, firmOf, found, join, person } from './testing.ts'

const allRoles = ['owner', 'admin', 'billing', 'member', 'viewer'] as const
type Name = keyof typeof orgApi
const month = 'month=2026-11&time_zone=UTC'

/** Who may call what, in words of this test alone, and input that changes nothing where it can. */
const table: Record<
  Exclude<Name, 'list' | 'create' | 'lookAtInvitation' | 'accept'>,
  { may: readonly (typeof allRoles)[number][]; body?: object; query?: string; user?: 'nobody' }
> = {
  show: { may: allRoles },
  update: { may: ['owner', 'admin'], body: { name: 'Acme', warn_below: 0 } },
  remove: { may: ['owner'] },
  leave: { may: allRoles },
  members: { may: allRoles },
  updateMember: { may: ['owner', 'admin'], body: { role: 'viewer' } },
  removeMember: { may: ['owner', 'admin'] },
  invitations: { may: ['owner', 'admin'] },
  invite: { may: ['owner', 'admin'], body: { role: 'member', days: 7 } },
  revokeInvitation: { may: ['owner', 'admin'] },
  offer: { may: ['owner'], body: { user_id: 999_999 } },
  withdrawOffer: { may: allRoles },
  acceptOffer: { may: allRoles },
  ledger: { may: ['owner', 'admin', 'billing', 'viewer'] },
  statement: { may: ['owner', 'admin', 'billing', 'viewer'], query: month },
  statementFile: { may: ['owner', 'admin', 'billing', 'viewer'], query: month },
}
const refusals = ['org_missing', 'org_forbidden', 'org_owner_only']

for (const kind of databaseKindsOfRun)
  describe(`who may do what in an organisation on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let foreign: Client
    let stranger: Client
    before(async () => {
      foreign = await person(servers.one)
      await found(foreign, 'Elsewhere')
      stranger = await person(servers.one)
    })

    const send = async (
      client: Client,
      { method, path }: Endpoint,
      id: number,
      { body, query }: { body?: object | undefined; query?: string | undefined },
    ) => {
      const url = path.replace('{id}', String(id)).replace(/\{\w+\}/, '999999')
      const response = await client.fetch(query ? `${url}?${query}` : url, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await response.text()
      assert.ok(response.status < 500, text)
      return text.startsWith('{') ? ((JSON.parse(text) as { code?: string }).code ?? '') : ''
    }

    for (const [name, { may, ...input }] of Object.entries(table)) {
      const endpoint = orgApi[name as Name] as Endpoint
      test(`${endpoint.method} ${endpoint.path} is for ${may.join(', ')}`, async () => {
        const firm = await firmOf(servers.one)
        const gone = await join(firm.owner, await person(servers.one), firm.id, 'admin')
        dataOf(await gone.call(orgApi.leave, { params: { id: String(firm.id) } }))
        for (const [who, client] of Object.entries({ foreign, stranger, gone }))
          assert.equal(await send(client, endpoint, firm.id, input), 'org_missing', who)
        // The owner last, who may delete it.
        for (const role of allRoles.toReversed()) {
          const code = await send(firm[role], endpoint, firm.id, input)
          if (may.includes(role)) assert.ok(!refusals.includes(code), `${role}: ${code}`)
          else assert.ok(['org_forbidden', 'org_owner_only'].includes(code), `${role}: ${code || 'was allowed'}`)
        }
      })
    }
  })
