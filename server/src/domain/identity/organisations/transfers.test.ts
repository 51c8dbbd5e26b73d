import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { dataOf, firmOf, join, ofMember, person, refusalOf } from './testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })
const weekSeconds = 7 * 86_400

for (const kind of databaseKindsOfRun)
  describe(`transfers of organisations on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    const offer = async (owner: Client, id: number, to: Client) =>
      refusalOf(await owner.call(orgApi.offer, { ...at(id), body: { user_id: to.userId } }))
    const accept = async (client: Client, id: number) => refusalOf(await client.call(orgApi.acceptOffer, at(id)))
    const withdraw = async (client: Client, id: number) => refusalOf(await client.call(orgApi.withdrawOffer, at(id)))
    const show = async (client: Client, id: number) => dataOf(await client.call(orgApi.show, at(id)))

    test('a member who accepts becomes the owner, and the former owner an administrator', async () => {
      const { id, owner, member, viewer } = await firmOf(servers.one)
      assert.equal(await accept(member, id), 'org_offer_gone')
      assert.equal(await offer(owner, id, member), '')
      const { transfer, is_offered } = await show(member, id)
      assert.deepEqual([transfer?.to_id, is_offered], [member.userId, true])
      assert.equal((await show(viewer, id)).is_offered, false)
      assert.equal((await show(owner, id)).role, 'owner')
      assert.equal(dataOf(await member.call(orgApi.list)).items[0]?.is_offered, true)
      assert.equal(await accept(viewer, id), 'org_offer_gone')
      assert.equal(await accept(owner, id), 'org_offer_gone')
      const outcomes = await Promise.all([accept(member, id), accept(member, id)])
      assert.deepEqual(outcomes.sort(), ['', 'org_offer_gone'])
      assert.deepEqual([(await show(member, id)).role, (await show(owner, id)).role], ['owner', 'admin'])
      assert.equal((await show(member, id)).transfer, undefined)
      assert.equal(await offer(owner, id, viewer), 'org_owner_only')
    })

    test('an offer is for members, and ends when it is withdrawn, declined, replaced or a week old', async () => {
      const { id, owner, admin, member, viewer } = await firmOf(servers.one)
      const stranger = await person(servers.one)
      assert.equal(await offer(owner, id, stranger), 'org_person_missing')
      assert.equal(await offer(owner, id, owner), 'org_offer_self')
      assert.equal(await offer(admin, id, admin), 'org_owner_only')
      await offer(owner, id, member)
      assert.equal(await withdraw(viewer, id), 'org_owner_only')
      assert.equal(await withdraw(owner, id), '')
      assert.equal(await accept(member, id), 'org_offer_gone')
      await offer(owner, id, member)
      assert.equal(await withdraw(member, id), '')
      assert.equal(await withdraw(member, id), 'org_offer_gone')
      await offer(owner, id, member)
      await offer(owner, id, viewer)
      assert.equal(await accept(member, id), 'org_offer_gone')
      const { store } = servers.one.deps
      await store
        .updateTable('organisation_transfers')
        .set({ expires_at: servers.one.deps.clock() })
        .where('org_id', '=', id)
        .execute()
      assert.equal(await accept(viewer, id), 'org_offer_gone')
      assert.equal((await show(owner, id)).transfer, undefined)
      await offer(owner, id, viewer)
      const { transfer } = await show(owner, id)
      assert.ok(transfer && transfer.expires_at > servers.one.deps.clock() + weekSeconds - 60)
    })

    test('whoever leaves or is removed takes the offer along', async () => {
      const { id, owner, member, viewer } = await firmOf(servers.one)
      await offer(owner, id, member)
      dataOf(await member.call(orgApi.leave, at(id)))
      await join(owner, member, id)
      assert.equal(await accept(member, id), 'org_offer_gone')
      await offer(owner, id, viewer)
      dataOf(await owner.call(orgApi.removeMember, ofMember(id, viewer.userId)))
      await join(owner, viewer, id, 'admin')
      assert.equal(await accept(viewer, id), 'org_offer_gone')
    })
  })
