import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { redemptionApi, redemptionStatus } from '@turnpike/contract/money/redemption'
import { assertRefused, dataOf } from '../harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import type { Client } from '../harness/harness.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from '../relay/send.ts'

for (const kind of databaseKindsOfRun)
  describe(`acts on tokens, codes and users taken back [${kind}]`, () => {
    let database: FreshDatabase
    let relay: RelayServer
    let admin: Client
    let people = 0
    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address)
      admin = await come(role.admin)
    })
    after(async () => {
      await relay.stop()
      await relay.mock.stop()
      await database.drop()
    })
    const come = async (level: number = role.ordinary) => {
      const username = `undoer${++people}`
      await relay.given.user({ username, role: level })
      const client = relay.client()
      await client.signIn(username)
      return client
    }
    const made = async (owner: Client) =>
      dataOf(await owner.call(tokenApi.create, { body: { name: 'ci', remain_quota: 5, unlimited_quota: true } }))
    const tokenOf = async (owner: Client, { id }: Token) =>
      dataOf(await owner.call(tokenApi.get, { params: { id: String(id) } }))
    const undoIdOf = ({ response }: { response: { success: boolean; undo_id?: number | undefined } }) => {
      assert.ok(response.success && response.undo_id)
      return response.undo_id
    }
    const removeToken = async (owner: Client, { id }: Token) =>
      undoIdOf(await owner.call(tokenApi.remove, { params: { id: String(id) } }))
    const undoToken = (owner: Client, id: number) => owner.call(tokenApi.undo, { body: { id } })

    test('a deleted token stops at once, and comes back with the same key', async () => {
      const place = relay.place()
      await place.channel()
      const { key, user_id, token_id, username } = await place.key()
      const owner = relay.client()
      await owner.signIn(username)
      const call = async () =>
        (await send(relay, '/v1/chat/completions', { key, body: chatBody('hello', { model: 'gpt-4o' }) })).status
      assert.equal(await call(), 200)
      const act = await removeToken(owner, { id: token_id } as Token)
      assert.equal(await call(), 401)
      const stranger = await come()
      assertRefused(await undoToken(stranger, act), 'undo_missing')
      const responses = await Promise.all([undoToken(owner, act), undoToken(owner, act)])
      assert.equal(responses.filter(({ response }) => response.success).length, 1)
      assert.equal(await call(), 200)
      assertRefused(await undoToken(owner, act), 'undo_done')
      const audit = await relay.deps.store
        .selectFrom('audit')
        .select('action')
        .where('actor_id', '=', user_id)
        .execute()
      assert.deepEqual(audit.map(({ action }) => action).sort(), ['token.delete', 'token.undo'])
    })

    test('a token that was switched off is on again, unless it was switched since', async () => {
      const owner = await come()
      const token = await made(owner)
      const turn = async (status: number) =>
        owner.call(tokenApi.update, { query: { status_only: 'true' }, body: { id: token.id, status } })
      const off = undoIdOf(await turn(tokenStatus.disabled))
      assert.equal((await turn(tokenStatus.disabled)).response.success, true)
      assert.ok((await undoToken(owner, off)).response.success)
      assert.equal((await tokenOf(owner, token)).status, tokenStatus.enabled)
      const second = undoIdOf(await turn(tokenStatus.disabled))
      await turn(tokenStatus.enabled)
      assertRefused(await undoToken(owner, second), 'undo_changed')
    })

    test('a save of a token over a newer one is refused to clients that say what they saw', async () => {
      const owner = await come()
      const token = await made(owner)
      const edit = (body: object) => owner.call(tokenApi.update, { query: {}, body: { id: token.id, ...body } })
      assert.ok((await edit({ name: 'one', seen_revision: token.revision })).response.success)
      const refused = await edit({ name: 'two', seen_revision: token.revision })
      assert.equal(refused.status, 409)
      assert.equal((await tokenOf(owner, token)).name, 'one')
      // Clients of related gateways send the row back that they read.
      assert.ok((await edit({ ...token, name: 'two' })).response.success)
    })

    test('a code comes back, and one that was used never becomes unused', async () => {
      const [key = ''] = dataOf(await admin.call(redemptionApi.create, { body: { name: 'gift', quota: 7, count: 1 } }))
      const [code] = dataOf(await admin.call(redemptionApi.list, { query: { p: 1, page_size: 1 } })).items
      const id = code?.id ?? 0
      const params = { id: String(id) }
      const undo = (act: number) => admin.call(redemptionApi.undo, { body: { id: act } })
      const turn = (status: number) =>
        admin.call(redemptionApi.update, { query: { status_only: 'true' }, body: { id, status } })
      const off = undoIdOf(await turn(redemptionStatus.disabled))
      assert.ok((await undo(off)).response.success)
      const deleted = undoIdOf(await admin.call(redemptionApi.remove, { params }))
      const user = await come()
      assertRefused(await user.call(redemptionApi.redeem, { body: { key } }), 'code_invalid')
      assertRefused(await user.call(redemptionApi.undo, { body: { id: deleted } }), 'insufficient_permission')
      assert.ok((await undo(deleted)).response.success)
      assertRefused(await undo(deleted), 'undo_done')
      const again = undoIdOf(await turn(redemptionStatus.disabled))
      await turn(redemptionStatus.unused)
      assert.equal(dataOf(await user.call(redemptionApi.redeem, { body: { key } })), 7)
      assertRefused(await undo(again), 'undo_changed')
      const gone = undoIdOf(await admin.call(redemptionApi.remove, { params }))
      assert.ok((await undo(gone)).response.success)
      const back = dataOf(await admin.call(redemptionApi.get, { params }))
      assert.equal(back.status, redemptionStatus.used)
    })

    test('a code that another administrator changed is not overwritten unseen', async () => {
      await admin.call(redemptionApi.create, { body: { name: 'seen', quota: 7, count: 1 } })
      const [code] = dataOf(await admin.call(redemptionApi.list, { query: { p: 1, page_size: 1 } })).items
      assert.ok(code)
      const edit = (body: object) => admin.call(redemptionApi.update, { query: {}, body: { id: code.id, ...body } })
      assert.ok((await edit({ quota: 8, seen_revision: code.revision })).response.success)
      assert.equal((await edit({ quota: 9, seen_revision: code.revision })).status, 409)
      assert.ok((await edit({ quota: 9 })).response.success)
    })

    test('a cancelled account comes back with the tokens that went with it; its sessions stay ended', async () => {
      const user = await come()
      const [on, off] = [await made(user), await made(user)]
      const body = { id: off.id, status: tokenStatus.disabled }
      await user.call(tokenApi.update, { query: { status_only: 'true' }, body })
      const { userId: id } = user
      const manage = (action: 'delete' | 'disable' | 'enable' | 'promote') =>
        admin.call(userAdminApi.manage, { body: { id, action } })
      const undo = (act: number, by = admin) => by.call(userAdminApi.undo, { body: { id: act } })
      const act = undoIdOf(await manage('delete'))
      assertRefused(await undo(act, await come(role.ordinary)), 'insufficient_permission')
      assert.ok((await undo(act)).response.success)
      assertRefused(await undo(act), 'undo_done')
      assert.equal((await user.call(tokenApi.list, { query: {} })).status, 401)
      const { username } = dataOf(await admin.call(userAdminApi.get, { params: { id: String(id) } }))
      await user.signIn(username)
      assert.equal((await tokenOf(user, on)).status, tokenStatus.enabled)
      assert.equal((await tokenOf(user, off)).status, tokenStatus.disabled)

      const banned = undoIdOf(await manage('disable'))
      assert.ok((await undo(banned)).response.success)
      assert.equal(
        dataOf(await admin.call(userAdminApi.get, { params: { id: String(id) } })).status,
        userStatus.enabled,
      )
      const second = undoIdOf(await manage('disable'))
      await manage('enable')
      assertRefused(await undo(second), 'undo_changed')
      const root = await come(role.root)
      const promoted = await root.call(userAdminApi.manage, { body: { id, action: 'promote' } })
      assert.ok(promoted.response.success)
      assert.equal(promoted.response.undo_id, undefined)
      const third = undoIdOf(await root.call(userAdminApi.manage, { body: { id, action: 'disable' } }))
      assertRefused(await undo(third), 'user_update_forbidden')
    })

    test('a user that another administrator changed is not overwritten unseen', async () => {
      const { userId: id } = await come()
      const get = async () => dataOf(await admin.call(userAdminApi.get, { params: { id: String(id) } }))
      const { revision } = await get()
      const edit = (body: object) => admin.call(userAdminApi.update, { body: { id, ...body } })
      assert.ok((await edit({ display_name: 'One', seen_revision: revision })).response.success)
      const refused = await edit({ display_name: 'Two', seen_revision: revision })
      assert.equal(refused.status, 409)
      assert.ok(!refused.response.success && refused.response.params?.name === 'undoer1')
      assert.equal((await get()).display_name, 'One')
      assert.ok((await edit({ display_name: 'Two' })).response.success)
    })
  })
