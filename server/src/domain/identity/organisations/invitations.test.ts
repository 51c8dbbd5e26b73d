import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { orgApi, orgInvitationsMax } from '@turnpike/contract/identity/organisation-api'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'
import { dataOf, firmOf, found, linkOf, person, refusalOf } from './testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })
const ServerAddress = 'https://console.example.org'

for (const kind of databaseKindsOfRun)
  describe(`invitations on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, two: {}, strict: { RATE_LIMIT_FACTOR: '0.05' } })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
      const { store, vault, reload } = servers.one.deps
      await saveOptions(store, vault, { ...mailbox.options, ServerAddress })
      await reload()
      await servers.two.deps.reload()
    })
    after(() => mailbox.stop())

    const accept = async (client: Client, code: string) =>
      refusalOf(await client.call(orgApi.accept, { body: { code } }))
    const look = (client: Client, code: string) => client.call(orgApi.lookAtInvitation, { body: { code } })
    const states = async (client: Client, id: number) => {
      const { items } = dataOf(await client.call(orgApi.invitations, { ...at(id), query: {} }))
      return items.map(({ state }) => state)
    }

    test('a link tells what it is for, lets one person in, and is stored as a hash', async () => {
      const { one, two } = servers
      const lin = await person(one)
      const { id } = await found(lin, 'Harbour')
      const { code, ...invitation } = await linkOf(lin, id, 'viewer')
      assert.equal(Buffer.from(code, 'base64url').length, 32)
      assert.deepEqual([invitation.state, invitation.email, invitation.role], ['open', '', 'viewer'])
      const stored = await one.deps.store
        .selectFrom('organisation_invitations')
        .selectAll()
        .where('org_id', '=', id)
        .executeTakeFirstOrThrow()
      assert.ok(!JSON.stringify(stored).includes(code))
      const listed = await lin.call(orgApi.invitations, { ...at(id), query: {} })
      assert.ok(!JSON.stringify(listed.response).includes(code))
      const max = await person(one)
      const eve = await person(two)
      for (let times = 0; times < 3; times++) {
        const seen = dataOf(await look(max, code))
        assert.deepEqual([seen.id, seen.name, seen.role, seen.is_member], [id, 'Harbour', 'viewer', false])
      }
      assert.equal(dataOf(await look(lin, code)).is_member, true)
      assert.equal(await accept(lin, code), 'org_already_member')
      const outcomes = await Promise.all([accept(max, code), accept(eve, code)])
      assert.deepEqual(outcomes.sort(), ['', 'org_invitation_gone'])
      assert.deepEqual(await states(lin, id), ['accepted'])
      assert.equal(refusalOf(await look(eve, code)), 'org_invitation_gone')
      assert.equal(dataOf(await lin.call(orgApi.show, at(id))).members, 2)
    })

    test('somebody who accepts two invitations at once joins by one, and the other stays open', async () => {
      const { one } = servers
      const lin = await person(one)
      const { id } = await found(lin)
      const max = await person(one)
      const codes = [(await linkOf(lin, id)).code, (await linkOf(lin, id)).code]
      const outcomes = await Promise.all(codes.map((code) => accept(max, code)))
      assert.deepEqual(outcomes.sort(), ['', 'org_already_member'])
      assert.deepEqual((await states(lin, id)).sort(), ['accepted', 'open'])
      assert.equal(dataOf(await lin.call(orgApi.show, at(id))).members, 2)
    })

    test('what is revoked, expired or unknown lets nobody in, nor what belongs to another organisation', async () => {
      const { one } = servers
      const lin = await person(one)
      const { id } = await found(lin)
      const max = await person(one)
      const revoked = await linkOf(lin, id)
      const params = { id: String(id), invitation: String(revoked.id) }
      const other = await firmOf(one)
      const elsewhere = { params: { ...params, id: String(other.id) } }
      assert.equal(refusalOf(await other.owner.call(orgApi.revokeInvitation, elsewhere)), 'org_invitation_gone')
      dataOf(await lin.call(orgApi.revokeInvitation, { params }))
      assert.equal(refusalOf(await lin.call(orgApi.revokeInvitation, { params })), 'org_invitation_gone')
      const expired = await linkOf(lin, id)
      await one.deps.store
        .updateTable('organisation_invitations')
        .set({ expires_at: one.deps.clock() })
        .where('id', '=', expired.id)
        .execute()
      for (const code of [revoked.code, expired.code, 'A'.repeat(43), '', 'x'.repeat(300)])
        assert.equal(await accept(max, code), 'org_invitation_gone')
      assert.deepEqual(await states(lin, id), ['expired', 'revoked'])
      const disabled = await linkOf(lin, id)
      await one.deps.store.updateTable('users').set({ status: 2 }).where('id', '=', id).execute()
      assert.equal(await accept(max, disabled.code), 'org_invitation_gone')
      assert.equal(refusalOf(await look(max, disabled.code)), 'org_invitation_gone')
    })

    test('only the owner invites administrators, and an invitation lasts 1, 7 or 30 days', async () => {
      const { id, owner, admin } = await firmOf(servers.one)
      const invite = async (client: Client, body: object) =>
        refusalOf(await client.call(orgApi.invite, { ...at(id), body: body as { role: 'member'; days: 7 } }))
      assert.equal(await invite(admin, { role: 'admin', days: 1 }), 'org_owner_only')
      assert.equal(await invite(owner, { role: 'admin', days: 1 }), '')
      assert.equal(await invite(admin, { role: 'viewer', days: 30 }), '')
      for (const body of [{ role: 'owner', days: 7 }, { role: 'member', days: 2 }, { role: 'member' }, { days: 7 }])
        assert.equal(await invite(owner, body), 'invalid_field', JSON.stringify(body))
    })

    test('an invitation by mail is for the account that has proved the address', async () => {
      const { one } = servers
      const lin = await person(one)
      const { id } = await found(lin, 'Quay & Sons')
      const body = { role: 'member', days: 1, email: ' Max@Example.org ' } as const
      const made = dataOf(await lin.call(orgApi.invite, { ...at(id), body }))
      assert.deepEqual([made.code, made.email], ['', 'max@example.org'])
      const mail = await mailbox.next('max@example.org')
      assert.match(mail.subject, /Quay & Sons/)
      const link = new RegExp(`${ServerAddress}/org/invitation\\?code=([\\w-]{43})`).exec(mail.text)
      const code = link?.[1] ?? ''
      const stranger = await person(one)
      const claims = await person(one)
      await one.deps.store
        .updateTable('users')
        .set({ claimed_email: 'max@example.org' })
        .where('id', '=', claims.userId)
        .execute()
      assert.equal(await accept(stranger, code), 'org_invitation_other_mail')
      assert.equal(await accept(claims, code), 'org_invitation_other_mail')
      assert.deepEqual(await states(lin, id), ['open'])
      const max = await person(one, { email: 'max@example.org' })
      assert.equal(await accept(max, code), '')
      for (const email of ['max', 'a@b', 'Max <max@example.org>', 'a@x.org,b@x.org', `${'x'.repeat(50)}@x.org`])
        assert.equal(
          refusalOf(await lin.call(orgApi.invite, { ...at(id), body: { ...body, email } })),
          'email_invalid',
          email,
        )
    })

    test('a mail that cannot be sent leaves no invitation, and mails are limited', async () => {
      const { one } = servers
      const lin = await person(one)
      const { id } = await found(lin)
      const invite = async (client: Client, email: string) =>
        refusalOf(await client.call(orgApi.invite, { ...at(id), body: { role: 'member', days: 1, email } }))
      mailbox.refuse(true)
      assert.equal(await invite(lin, 'nobody@example.org'), 'mail_failed')
      mailbox.refuse(false)
      assert.deepEqual(await states(lin, id), [])
      const strict = servers.strict.client()
      const { username } = await one.deps.store
        .selectFrom('users')
        .select('username')
        .where('id', '=', lin.userId)
        .executeTakeFirstOrThrow()
      await strict.signIn(username)
      await servers.strict.deps.reload()
      assert.equal(await invite(strict, 'twice@example.org'), '')
      assert.equal(await invite(strict, 'twice@example.org'), 'too_many_requests')
    })

    test(`an organisation has ${orgInvitationsMax} open invitations at most`, async () => {
      const { one } = servers
      const lin = await person(one)
      const { id } = await found(lin)
      const row = { org_id: id, role: 'member' as const, created_by: lin.userId, created_at: 1 }
      const open = Array.from({ length: orgInvitationsMax - 1 }, (_, index) => ({
        ...row,
        code_hash: `hash ${id} ${index}`,
        expires_at: 9_999_999_999,
      }))
      const over = { ...row, accepted_at: 0, expires_at: 9_999_999_999 }
      await one.deps.store.insertInto('organisation_invitations').values(open).execute()
      await one.deps.store
        .insertInto('organisation_invitations')
        .values([
          { ...over, code_hash: `expired ${id}`, expires_at: 2 },
          { ...over, code_hash: `used ${id}`, accepted_at: 2 },
        ])
        .execute()
      const body = { role: 'member', days: 7 } as const
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, async () => refusalOf(await lin.call(orgApi.invite, { ...at(id), body }))),
      )
      assert.deepEqual(outcomes.sort(), ['', ...Array(3).fill('org_invitations_too_many')])
    })
  })
