import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import { optionKeys, options } from '@turnpike/contract/options'
import { type Status, status } from '@turnpike/contract/system/status'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { saveOptions, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { bumpRevision } from '../../../store/revision.ts'
import { readOptions, writeOption } from './options.queries.ts'

async function statusOf(server: TestServer): Promise<Status> {
  const response = (await (await fetch(`${server.url}/api/status`)).json()) as ConsoleResponse<Status>
  assert.ok(response.success)
  return response.data
}
const storedIn = async ({ deps }: TestServer) =>
  new Map((await readOptions(deps.store)).map(({ key, value }) => [key, value]))

for (const kind of databaseKinds)
  describe(`options on ${kind}`, () => {
    const servers = useServers(kind, { one: { PORT: '0' }, other: {} })

    test('the status has every member and only those, also before anything was saved', async () => {
      const shown = await statusOf(servers.one)
      assert.deepEqual(Object.keys(shown).sort(), Object.keys(status.shape).sort())
      status.parse(shown)
      assert.equal(shown.system_name, 'Turnpike')
    })

    test('a change saved on one instance is in force on the other within two seconds', async () => {
      await saveOptions(servers.one.deps.store, servers.one.deps.vault, {
        SystemName: 'Harbour',
        Price: '2.50',
        Notice: '# Hello',
      })
      const arrived = async () => (await statusOf(servers.other)).system_name === 'Harbour'
      await eventually('the other instance knows', arrived)
      assert.equal((await statusOf(servers.other)).price, 2.5)
      const notice = (await (await fetch(`${servers.other.url}/api/notice`)).json()) as ConsoleResponse<string>
      assert.ok(notice.success && notice.data === '# Hello')
      await eventually(
        'and so does the one it was saved on',
        async () => (await statusOf(servers.one)).system_name === 'Harbour',
      )
    })

    test('a set of changes is saved whole or not at all', async () => {
      const before = await storedIn(servers.one)
      const { store, vault } = servers.one.deps
      await assert.rejects(saveOptions(store, vault, { SystemName: 'Half', RetryTimes: 'many' }), {
        code: 'option_invalid',
      })
      await assert.rejects(saveOptions(store, vault, { SystemName: 'Half', ...{ NoSuchOption: '1' } }), {
        code: 'option_invalid',
      })
      assert.deepEqual(await storedIn(servers.one), before)
    })

    test('a damaged row keeps the value that was in force, and somebody is told', async () => {
      const { one } = servers
      const { store, vault } = one.deps
      await saveOptions(store, vault, {
        QuotaPerUnit: '1000',
        TurnstileSecretKey: 'still-the-old-secret',
        Footer: 'before',
      })
      await eventually('the values are in force', () => one.deps.options.current().Footer === 'before')
      await writeOption(store, 'QuotaPerUnit', 'a thousand')
      await writeOption(store, 'TurnstileSecretKey', 'v1.not-sealed-by-us')
      await writeOption(store, 'OptionOfALaterVersion', 'x')
      await writeOption(store, 'Footer', 'after')
      await bumpRevision(store)
      await eventually('the damage was read', () => one.deps.options.current().Footer === 'after')
      assert.equal((await statusOf(one)).quota_per_unit, 1000)
      assert.equal(one.deps.options.current().TurnstileSecretKey, 'still-the-old-secret')
      const told = one.lines.map((line) => JSON.parse(line) as { msg: string; level: string; option?: string })
      for (const option of ['QuotaPerUnit', 'TurnstileSecretKey'])
        assert.ok(
          told.some(
            (line) => line.msg === 'stored option unreadable' && line.level === 'error' && line.option === option,
          ),
        )
    })

    test('secret options are sealed in the table, open in memory, and in no response', async () => {
      const { one, other } = servers
      const secrets = Object.fromEntries(
        optionKeys.filter((key) => options[key].secret).map((key) => [key, `plain-${key}-0123456789`]),
      )
      assert.ok(Object.keys(secrets).length >= 8)
      await saveOptions(one.deps.store, one.deps.vault, { ...secrets, SystemName: 'Sealed' })
      await eventually('the other instance knows', async () => (await statusOf(other)).system_name === 'Sealed')
      const stored = await storedIn(one)
      for (const [key, value] of Object.entries(secrets)) {
        assert.match(stored.get(key) ?? '', /^v1\.[\w-]+$/)
        assert.equal(one.deps.vault.decrypt(stored.get(key) ?? '', 'option'), value)
        assert.equal(other.deps.options.current()[key as keyof typeof options], value)
      }
      for (const path of [
        '/api/status',
        '/api/notice',
        '/api/about',
        '/api/home_page_content',
        '/api/docs/openapi.json',
      ])
        assert.doesNotMatch(await (await fetch(other.url + path)).text(), /plain-/, path)
    })

    test('an emptied secret is stored empty and means none', async () => {
      const { one } = servers
      await saveOptions(one.deps.store, one.deps.vault, { SMTPToken: '', SystemName: 'Emptied' })
      await eventually('it is in force', () => one.deps.options.current().SystemName === 'Emptied')
      assert.equal((await storedIn(one)).get('SMTPToken'), '')
      assert.equal(one.deps.options.current().SMTPToken, '')
    })
  })
