import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { userApi, userStatus } from '@turnpike/contract/identity/user'
import {
  assertBooksBalance,
  codeOf,
  logsOf,
  password,
  register,
  rowOf,
  setOptions,
} from '../../../../test/harness/accounts.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { useServers } from '../../../../test/harness/harness.ts'
import { createAccount } from './create-account.ts'

for (const kind of databaseKinds)
  describe(`registration on ${kind}`, () => {
    const servers = useServers(kind, {
      server: {},
      strict: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '1' },
      giving: { GENERATE_DEFAULT_TOKEN: 'true' },
    })
    test('a name and a password make an account that can sign in, and nothing but what belongs to it', async () => {
      const { server } = servers
      const response = await register(server, {
        username: '  Newcomer ',
        email: 'unproved@example.org',
        aff_code: null,
        role: 100,
        quota: 5_000_000,
        status: 2,
        group: 'svip',
        id: 1,
        inviter_id: 1,
      })
      assert.deepEqual([response.success, response.message, response.data], [true, '', undefined])
      const row = await rowOf(server, 'Newcomer')
      assert.deepEqual(
        [
          row.display_name,
          row.role,
          row.status,
          row.group,
          row.quota,
          row.email,
          row.inviter_id,
          row.access_token_hash,
        ],
        ['Newcomer', 1, 1, 'default', 0, '', 0, null],
      )
      assert.match(row.aff_code, /^[A-Za-z0-9]{8,}$/)
      assert.match(row.password_hash, /^\$argon2id\$/)
      const client = server.client()
      await client.signIn('newcomer', password)
      const { response: self } = await client.call(userApi.self)
      assert.ok(self.success && self.data.username === 'Newcomer')
    })

    test('what is switched off is said first, whatever was sent', async () => {
      const { server } = servers
      await setOptions(server, { RegisterEnabled: 'false', PasswordRegisterEnabled: 'false' })
      assert.equal(await codeOf(server, { username: 5 }), 'register_disabled')
      await setOptions(server, { RegisterEnabled: 'true' })
      assert.equal(await codeOf(server, { username: 5 }), 'password_register_disabled')
      await setOptions(server, { PasswordRegisterEnabled: 'true' })
      assert.equal(await codeOf(server, { username: 5 }), 'credentials_missing')
    })

    if (!hasEveryTest(kind)) return

    test('names have 1 to 12 printable characters, passwords at least 8', async () => {
      const { server } = servers
      const refused: [Record<string, unknown>, string][] = [
        [{ username: '' }, 'credentials_missing'],
        [{ username: '   ' }, 'credentials_missing'],
        [{ username: undefined }, 'credentials_missing'],
        [{ username: ['list'] }, 'credentials_missing'],
        [{ username: 'thirteen-char' }, 'username_invalid'],
        [{ username: 'a\u200bb' }, 'username_invalid'],
        [{ username: 'a\nb' }, 'username_invalid'],
        [{ username: 'ok', password: '' }, 'credentials_missing'],
        [{ username: 'ok', password: 12345678 }, 'credentials_missing'],
        [{ username: 'ok', password: 'seven77' }, 'password_length'],
        [{ username: 'ok', password: 'x'.repeat(129) }, 'password_length'],
        [{ username: 'ok', email: 'not an address' }, 'email_invalid'],
        [{ username: 'ok', email: `${'x'.repeat(60)}@example.org` }, 'email_invalid'],
      ]
      for (const [form, code] of refused) assert.equal(await codeOf(server, form), code, JSON.stringify(form))
      for (const username of ['十二个汉字也是十二个字符', 'a b', 'twelve-chars'])
        assert.ok((await register(server, { username, password: 'p'.repeat(128) })).success, username)
    })

    test('a name is taken in any case and spelling, and stays taken when its account is gone', async () => {
      const { server } = servers
      assert.ok((await register(server, { username: 'Taken' })).success)
      await server.deps.store.updateTable('users').set({ deleted_at: 1 }).where('username', '=', 'Taken').execute()
      for (const username of ['Taken', 'tAKEN', ' taken ', 'Ｔａｋｅｎ'])
        assert.equal(await codeOf(server, { username }), 'username_taken', username)
    })

    test('of many concurrent requests for one name, one gets it', async () => {
      const { server, giving } = servers
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) => register(index % 2 ? server : giving, { username: 'wanted' })),
      )
      assert.equal(responses.filter(({ success }) => success).length, 1)
      for (const { success, code } of responses) if (!success) assert.equal(code, 'username_taken')
    })

    test('newcomers and inviters get their gifts once, with log rows, and the books balance', async () => {
      const { server, giving } = servers
      const gifts = { QuotaForNewUser: '1000', QuotaForInvitee: '500', QuotaForInviter: '300' }
      assert.ok((await register(server, { username: 'inviter' })).success)
      await setOptions(server, gifts)
      await giving.deps.reload()
      const { aff_code, id } = await rowOf(server, 'inviter')
      const names = Array.from({ length: 10 }, (_, index) => `invitee-${index}`)
      const responses = await Promise.all(
        names.map((username, index) => register(index % 2 ? server : giving, { username, aff_code })),
      )
      assert.ok(responses.every(({ success }) => success))
      for (const username of names) {
        const { quota, inviter_id } = await rowOf(server, username)
        assert.deepEqual([quota, inviter_id], [1500, id], username)
      }
      const inviter = await rowOf(server, 'inviter')
      assert.deepEqual(
        [inviter.quota, inviter.aff_quota, inviter.aff_history_quota, inviter.aff_count],
        [0, 3000, 3000, 10],
      )
      assert.deepEqual(await logsOf(server, 'invitee-0'), [
        {
          type: 4,
          content: '新用户注册赠送 ＄0.002000',
          other: '{"event":"new_user_gift","params":{"amount":"＄0.002000"}}',
        },
        {
          type: 4,
          content: '使用邀请码赠送 ＄0.001000',
          other: '{"event":"invitee_gift","params":{"amount":"＄0.001000"}}',
        },
      ])
      const rewards = await logsOf(server, 'inviter')
      assert.deepEqual(new Set(rewards.map(({ content }) => content)), new Set(['邀请用户赠送 ＄0.000600']))
      assert.equal(rewards.length, 10)
      await assertBooksBalance(server)
      await setOptions(server, { QuotaForNewUser: '0', QuotaForInvitee: '0', QuotaForInviter: '0' })
      await giving.deps.reload()
    })

    test('an unknown code, and the code of somebody banned or gone, invites nobody', async () => {
      const { server } = servers
      await setOptions(server, { QuotaForInviter: '300', QuotaForInvitee: '500' })
      for (const [name, change] of [
        ['banned-host', { status: userStatus.banned }],
        ['gone-host', { deleted_at: 1 }],
      ] as const) {
        assert.ok((await register(server, { username: name })).success)
        await server.deps.store.updateTable('users').set(change).where('username', '=', name).execute()
      }
      const codes = [
        'no-such',
        (await rowOf(server, 'banned-host')).aff_code,
        (await rowOf(server, 'gone-host')).aff_code,
      ]
      for (const [index, aff_code] of codes.entries()) {
        assert.ok((await register(server, { username: `guest-${index}`, aff_code })).success)
        const { inviter_id, quota } = await rowOf(server, `guest-${index}`)
        assert.deepEqual([inviter_id, quota], [0, 0])
      }
      await setOptions(server, { QuotaForInviter: '0', QuotaForInvitee: '0' })
    })

    test('an invitation code that another account has is drawn again', async () => {
      const { deps } = servers.server
      const codes = ['taken-code', 'taken-code', 'fresh-code']
      const needs = { ...deps, makeAffCode: () => codes.shift() ?? '' }
      const open = (username: string) =>
        deps.store
          .transaction()
          .execute((transaction) =>
            createAccount(transaction, needs, { username, display_name: '', password_hash: '' }, deps.clock()),
          )
      await open('first-code')
      assert.ok('id' in (await open('second-code')))
      assert.equal((await rowOf(servers.server, 'second-code')).aff_code, 'fresh-code')
    })

    test('where the operator wants it, an account begins with a token', async () => {
      const { server, giving } = servers
      const tokensOf = async (username: string) =>
        server.deps.store
          .selectFrom('tokens')
          .select(['name', 'unlimited_quota', 'expired_time', 'status'])
          .where('user_id', '=', (await rowOf(server, username)).id)
          .execute()
      assert.ok((await register(server, { username: 'tokenless' })).success)
      assert.ok((await register(giving, { username: 'tokened' })).success)
      assert.deepEqual(await tokensOf('tokenless'), [])
      assert.deepEqual(await tokensOf('tokened'), [
        { name: 'tokened', unlimited_quota: 1, expired_time: -1, status: 1 },
      ])
    })

    test('registrations are limited per address', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.60' }
      for (let turn = 0; turn < 60; turn++)
        assert.equal((await register(servers.strict, { username: 'taken' }, headers)).code, 'username_taken')
      const { status, code, headers: returned } = await register(servers.strict, { username: 'one-more' }, headers)
      assert.deepEqual([status, code], [429, 'too_many_requests'])
      assert.ok(Number(returned.get('retry-after')) > 0)
      assert.ok(
        (await register(servers.strict, { username: 'elsewhere' }, { 'x-forwarded-for': '203.0.113.61' })).success,
      )
    })

    test('while bot checks are on, registering and requesting mail need one', async () => {
      const { server } = servers
      await setOptions(server, {
        TurnstileSiteKey: 'site',
        TurnstileSecretKey: 'secret',
        TurnstileCheckEnabled: 'true',
      })
      assert.equal(await codeOf(server, { username: 'robot' }), 'bot_check_missing')
      for (const path of ['/api/verification', '/api/reset_password']) {
        const response = await fetch(`${server.url}${path}?email=robot@example.org`)
        assert.equal(((await response.json()) as { code: string }).code, 'bot_check_missing', path)
      }
      await setOptions(server, { TurnstileCheckEnabled: 'false' })
    })
  })
