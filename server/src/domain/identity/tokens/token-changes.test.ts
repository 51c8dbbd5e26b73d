import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorText } from '@turnpike/contract/errors'
import { neverExpires, type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { callBy, captureFor, driftsOf, holdFor, withLedger } from '../../../../test/harness/ledger.ts'
import type { OpenStore } from '../../../store/store.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'
import { markToken } from './tokens.queries.ts'

type Stored = { status?: number; expired_time?: number; remain_quota?: number; group?: string }

for (const kind of databaseKindsOfRun)
  describe(`changes to tokens on ${kind}`, () => {
    let database: FreshDatabase
    let server: TestServer
    let other: TestServer
    let open: OpenStore
    let lin: Client
    let linElsewhere: Client
    before(async () => {
      database = await freshDatabase(kind)
      server = await startTestServer(database.address)
      other = await startTestServer(database.address)
      open = await openTest(database.address)
      const user_id = await server.given.user({ username: 'lin' })
      const grant = { user_id, kind: 'grant', reference: 'test', amount: 1_000_000, at: server.deps.clock() } as const
      await open.store.transaction().execute((transaction) => post(transaction, grant))
      lin = server.client()
      linElsewhere = other.client()
      for (const client of [lin, linElsewhere]) await client.signIn('lin')
    })
    after(async () => {
      await open.close()
      await server.stop()
      await other.stop()
      await database.drop()
    })

    const made = async (body: object = {}, stored?: Stored): Promise<Token> => {
      const { response } = await lin.call(tokenApi.create, { body: { name: 'key', remain_quota: 100, ...body } })
      assert.ok(response.success, response.message)
      if (stored) await open.store.updateTable('tokens').set(stored).where('id', '=', response.data.id).execute()
      return response.data
    }
    const call = (body: object, status_only?: string, client = lin) =>
      client.call(tokenApi.update, { query: { status_only }, body: body as { id: number } })
    const edited = async (body: object): Promise<Token> => {
      const { response } = await call(body)
      assert.ok(response.success, response.message)
      return response.data
    }
    const switched = async (id: number, status: unknown, status_only = 'true') => {
      const { response } = await call({ id, status }, status_only)
      return response.success ? response.data.status : response.message
    }
    const message = async (response: ReturnType<typeof call>) => (await response).response.message
    const rowOf = (id: number) =>
      open.store.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const past = () => server.deps.clock() - 10
    const zh = (code: Parameters<typeof errorText>[0], params = {}) => errorText(code, 'zh', params)

    test('a token is switched off and on, and nothing but the status changes', async () => {
      const token = await made({ name: 'before' })
      const body = { id: token.id, status: tokenStatus.disabled, name: 'after', remain_quota: 7 }
      const { response } = await call(body, 'anything')
      assert.ok(response.success)
      assert.deepEqual(response.data, { ...token, status: tokenStatus.disabled })
      assert.equal(await switched(token.id, tokenStatus.enabled), tokenStatus.enabled)
      assert.equal((await rowOf(token.id)).status, tokenStatus.enabled)
    })

    test('people choose between on and off; expired and exhausted only happen', async () => {
      const { id } = await made()
      for (const status of [tokenStatus.expired, tokenStatus.exhausted, 0, 5, null, undefined])
        assert.equal(await switched(id, status), zh('invalid_parameter'), String(status))
      assert.equal((await rowOf(id)).status, tokenStatus.enabled)
    })

    test('what its expiry or its quota stops cannot be switched on, whatever the stored status says', async () => {
      const expired = zh('token_enable_expired')
      const exhausted = zh('token_enable_exhausted')
      const { disabled } = tokenStatus
      const cases: [Stored, string | number][] = [
        [{ status: tokenStatus.expired, expired_time: past() }, expired],
        [{ status: disabled, expired_time: past() }, expired],
        [{ status: tokenStatus.exhausted, remain_quota: 0 }, exhausted],
        [{ status: disabled, remain_quota: -3 }, exhausted],
        [{ status: disabled, expired_time: past(), remain_quota: 0 }, expired],
        [{ status: tokenStatus.expired, expired_time: neverExpires }, tokenStatus.enabled],
        [{ status: tokenStatus.exhausted, remain_quota: 1 }, tokenStatus.enabled],
      ]
      for (const [stored, outcome] of cases) {
        const { id } = await made({}, stored)
        assert.equal(await switched(id, tokenStatus.enabled), outcome, JSON.stringify(stored))
        assert.equal((await rowOf(id)).status, outcome === tokenStatus.enabled ? outcome : stored.status)
      }
      const unlimited = await made({ unlimited_quota: true }, { status: disabled, remain_quota: -50 })
      assert.equal(await switched(unlimited.id, tokenStatus.enabled), tokenStatus.enabled)
    })

    test('a token is shown as expired or exhausted as soon as it is', async () => {
      const statusOf = async (stored: Stored) => {
        const { id } = await made({}, stored)
        const { response } = await lin.call(tokenApi.get, { params: { id: String(id) } })
        return response.success && response.data.status
      }
      assert.equal(await statusOf({ expired_time: past() }), tokenStatus.expired)
      assert.equal(await statusOf({ remain_quota: 0 }), tokenStatus.exhausted)
      assert.equal(await statusOf({ status: tokenStatus.disabled, remain_quota: 0 }), tokenStatus.disabled)
    })

    test('an edit changes what it names and leaves the rest', async () => {
      const token = await made({ group: 'vip', allow_ips: '10.0.0.1', model_limits: 'gpt-4o' })
      const renamed = await edited({ id: token.id, name: ' renamed ' })
      assert.notEqual(renamed.revision, token.revision)
      assert.deepEqual(renamed, { ...token, name: 'renamed', revision: renamed.revision })
      const later = server.deps.clock() + 3600
      const changes = {
        expired_time: later,
        unlimited_quota: true,
        model_limits_enabled: true,
        model_limits: 'o3,o3',
        allow_ips: '::1',
        group: '',
        billing_preference: 'subscription_only',
      }
      const changed = await edited({ id: token.id, ...changes })
      const after = { ...token, name: 'renamed', ...changes, model_limits: 'o3', revision: changed.revision }
      assert.deepEqual(changed, after)
      const nulls = { name: null, remain_quota: null, expired_time: null, unlimited_quota: null, group: null }
      const unchanged = { ...nulls, model_limits: null, billing_preference: null }
      assert.deepEqual(await edited({ id: token.id, ...unchanged }), after)
      assert.equal((await edited({ id: token.id, allow_ips: null })).allow_ips, '')
    })

    test('owner, key, counters and times are nobody’s to edit', async () => {
      const token = await made()
      const forged = { user_id: 1, key: 'x'.repeat(48), used_quota: 5, created_time: 1, accessed_time: 1, held: 9 }
      assert.deepEqual(await edited({ ...token, ...forged }), token)
    })

    test('an edit is held to the same rules as a new token', async () => {
      const token = await made()
      const refused: [object, string][] = [
        [{ name: '' }, zh('token_name_missing')],
        [{ name: 'x'.repeat(31) }, zh('token_name_long')],
        [{ remain_quota: -1 }, zh('token_quota_invalid')],
        [{ remain_quota: 2 ** 53 }, zh('token_quota_invalid')],
        [{ remain_quota: 0, remain_quota_base: 101 }, zh('token_quota_invalid')],
        [{ remain_quota: 2 ** 53 - 1, remain_quota_base: 99 }, zh('token_quota_invalid')],
        [{ remain_quota: 2 ** 53 - 1, remain_quota_base: 1 - 2 ** 53 }, zh('token_quota_invalid')],
        [{ expired_time: past() }, zh('token_expiry_invalid')],
        [{ expired_time: -2 }, zh('token_expiry_invalid')],
        [{ group: 'svip' }, zh('token_group_refused', { group: 'svip' })],
        [{ billing_preference: 'nothing' }, zh('invalid_field', { field: 'billing_preference' })],
        [{ allow_ips: '1.2.3' }, zh('token_ip_invalid', { line: 1 })],
        [{ model_limits: 'a\nb' }, zh('invalid_field', { field: 'model_limits' })],
      ]
      for (const [change, expected] of refused)
        assert.equal(await message(call({ id: token.id, ...change })), expected, JSON.stringify(change))
      assert.deepEqual(await edited({ id: token.id }), token)
    })

    test('what a row says already may be sent back, even if it would be refused today', async () => {
      const { store, vault, reload } = server.deps
      const stored = { status: tokenStatus.exhausted, remain_quota: -3, group: 'closed', expired_time: past() }
      const token = await made({}, stored)
      await saveOptions(store, vault, { UserUsableGroups: '{"default":"d","vip":"v"}' })
      await reload()
      const { response } = await call({ ...token, ...stored, name: 'renamed' })
      assert.ok(response.success, response.message)
      assert.deepEqual([response.data.name, response.data.group, response.data.remain_quota], ['renamed', 'closed', -3])
    })

    test('lifting what stopped a token is enough to use it again; one that was switched off stays off', async () => {
      const { expired, exhausted, disabled, enabled } = tokenStatus
      const later = server.deps.clock() + 3600
      const cases: [Stored, change: object, status: number][] = [
        [{ status: expired, expired_time: past() }, { expired_time: neverExpires }, enabled],
        [{ status: expired, expired_time: past() }, { expired_time: later }, enabled],
        [{ status: expired, expired_time: past() }, { name: 'still over' }, expired],
        [{ status: expired, expired_time: past(), remain_quota: 0 }, { expired_time: later }, exhausted],
        [{ status: exhausted, remain_quota: 0 }, { remain_quota: 1 }, enabled],
        [{ status: exhausted, remain_quota: -8 }, { unlimited_quota: true }, enabled],
        [{ status: exhausted, remain_quota: 0 }, { name: 'still empty' }, exhausted],
        [{ status: disabled, expired_time: past() }, { expired_time: neverExpires }, disabled],
        [{ status: disabled, remain_quota: 0 }, { remain_quota: 500, status: enabled }, disabled],
        [{}, { remain_quota: 0 }, exhausted],
      ]
      for (const [stored, change, status] of cases) {
        const { id } = await made({}, Object.keys(stored).length > 0 ? stored : undefined)
        assert.equal((await edited({ id, ...change })).status, status, JSON.stringify([stored, change]))
        assert.equal((await rowOf(id)).status, status)
      }
    })

    test('the remaining quota is set, or moved by what the form changed; of an unlimited token it only counts', async () => {
      const { id } = await made({ remain_quota: 100 })
      assert.equal((await edited({ id, remain_quota: 40 })).remain_quota, 40)
      assert.equal((await edited({ id, remain_quota: 150, remain_quota_base: 100 })).remain_quota, 90)
      assert.equal((await edited({ id, unlimited_quota: true, remain_quota: -7 })).remain_quota, 90)
      assert.equal((await edited({ id, unlimited_quota: false, remain_quota: 30 })).remain_quota, 30)
    })

    test('charges made while a token is edited are not lost, and the books stay clean', async () => {
      const { clock } = server.deps
      const { id } = await made({ remain_quota: 100_000 })
      await withLedger(
        open,
        async (ledger) => {
          const charge = async () => {
            const holding = callBy(lin.userId, id)
            assert.deepEqual((await ledger.hold(holdFor(holding, 15, clock()))).ok, true)
            await ledger.capture(captureFor(holding, 10, 0, clock()))
          }
          const edits = Array.from({ length: 20 }, (_, index) => {
            const client = index % 2 ? lin : linElsewhere
            return call({ id, name: `edit ${index}`, remain_quota: 105, remain_quota_base: 100 }, undefined, client)
          })
          const charges = Array.from({ length: 50 }, charge)
          for (const { response } of await Promise.all(edits)) assert.equal(response.success, true, response.message)
          await Promise.all(charges)
        },
        { clock },
      )
      const { remain_quota, used_quota, held } = await rowOf(id)
      assert.deepEqual({ remain_quota, used_quota, held }, { remain_quota: 99_600, used_quota: 500, held: 0 })
      assert.deepEqual(await driftsOf(open, clock()), [])
    })

    test('what the relay learnt from an older row does not undo what the owner has lifted since', async () => {
      const { clock } = server.deps
      const { exhausted, expired, enabled } = tokenStatus
      const refilled = await made({}, { status: exhausted, remain_quota: 0 })
      await edited({ id: refilled.id, remain_quota: 10 })
      await markToken(open.store, refilled.id, exhausted, clock())
      const unlimited = await made({ unlimited_quota: true }, { remain_quota: -1 })
      await markToken(open.store, unlimited.id, exhausted, clock())
      const endless = await made({}, { status: expired, expired_time: past() })
      await edited({ id: endless.id, expired_time: neverExpires })
      await markToken(open.store, endless.id, expired, clock())
      const prolonged = await made({}, { status: expired, expired_time: past() })
      await edited({ id: prolonged.id, expired_time: clock() + 3600 })
      await markToken(open.store, prolonged.id, expired, clock())
      for (const { id } of [refilled, unlimited, endless, prolonged]) assert.equal((await rowOf(id)).status, enabled)
      const spent = await made({}, { remain_quota: 0 })
      await markToken(open.store, spent.id, exhausted, clock())
      assert.equal((await rowOf(spent.id)).status, exhausted)
    })

    test('of people switching on and a token running out, neither leaves it on and empty', async () => {
      const { id } = await made({}, { status: tokenStatus.disabled })
      const responses = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          index % 2
            ? call({ id, status: tokenStatus.enabled }, 'true', index % 4 === 1 ? lin : linElsewhere)
            : call({ id, remain_quota: 0 }, undefined, index % 4 ? lin : linElsewhere),
        ),
      )
      const refusals = new Set(responses.map(({ response }) => response.message).filter(Boolean))
      assert.ok([...refusals].every((text) => text === zh('token_enable_exhausted')))
      const { status, remain_quota } = await rowOf(id)
      assert.equal(remain_quota, 0)
      assert.notEqual(status, tokenStatus.enabled)
    })
  })
