import { randomUUID } from 'node:crypto'
import { type OrgRole, orgHeader } from '@turnpike/contract/identity/organisation'
import type { Limits } from '@turnpike/contract/routing/limits'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import { limitsOf } from '../../src/domain/routing/limits/counter-key.ts'
import { seatSubject } from '../../src/domain/routing/limits/limits-of-caller.ts'
import type { Store } from '../../src/store/store.ts'
import type { Client, TestServer } from './harness.ts'
import { now } from './ledger.ts'

/** An organisation with a balance, in the database. `owner` is a user, and its first member. */
export async function givenOrganisation(store: Store, owner: number, { quota = 1000, name = 'Acme' } = {}) {
  const username = `org:${randomUUID()}`
  const { id } = await store
    .insertInto('users')
    .values({ username, username_key: username, kind: 'org', display_name: name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await store.insertInto('organisations').values({ id, created_by: owner, created_at: now }).execute()
  await givenMember(store, id, owner, 'owner')
  if (quota > 0)
    await store
      .transaction()
      .execute((transaction) =>
        post(transaction, { user_id: id, kind: 'grant', reference: randomUUID(), amount: quota, at: now }),
      )
  return id
}

export const givenMember = (store: Store, org_id: number, user_id: number, role: OrgRole = 'member', limits = '') =>
  store.insertInto('organisation_members').values({ org_id, user_id, role, limits, joined_at: now }).execute()

/** A call of a member, at the expense of the organisation. */
export const callOfMember = (org_id: number, caller_id: number, token_id = 0) => ({
  request_id: randomUUID(),
  user_id: org_id,
  caller_id,
  token_id,
})

/** The limits of a member in an organisation, as calls carry them. */
export const capsOf = (org_id: number, user_id: number, limits: Limits) =>
  limitsOf('seat', seatSubject(org_id, user_id), limits)

/** A cap on what a member spends in a day. */
export const perDay = (amount: number): Limits => ({
  budgets: [{ window: 'calendar', period: 'day', time_zone: 'UTC', amount }],
})

/** A signed-in client; with an organisation, one whose every call acts for it. */
export async function clientOf(server: TestServer, username: string, org?: number): Promise<Client> {
  const client = server.client()
  await client.signIn(username)
  if (org === undefined) return client
  const send = client.fetch
  client.fetch = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set(orgHeader, String(org))
    return send(path, { ...init, headers })
  }
  return client
}
