import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { dataOf } from '../../../test/harness/channel-admin.ts'
import { signInRoot } from '../../../test/harness/config-files.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { databaseEnv, secretKey, startTestServer, type TestServer } from '../../../test/harness/harness.ts'
import { childEnv } from '../../../test/processes/child-env.ts'

const script = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'config.ts')

for (const kind of databaseKindsOfRun)
  describe(`the command config beside a running server [${kind}]`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    const file = join(folder, 'turnpike.yaml')
    let database: FreshDatabase
    let server: TestServer
    before(async () => {
      database = await freshDatabase(kind)
      server = await startTestServer(database.address)
    })
    after(async () => {
      await server.stop()
      await database.drop()
      rmSync(folder, { recursive: true })
    })
    const config = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
        env: {
          ...childEnv,
          SECRET_KEY: secretKey,
          DATA_DIR: folder,
          OPENAI_KEY: 'sk-of-the-operator-7731',
          ...databaseEnv(database.address),
        },
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    const write = (text: string) => writeFileSync(file, text)

    test('a file is planned, applied and noticed by the server, and planned again without change', async () => {
      write(
        'turnpike: 1\noptions: { RetryTimes: 7 }\nchannels: [{ name: one, type: openai, key: { env: OPENAI_KEY }, models: [gpt-4o] }]\n',
      )
      const planned = config('plan', file)
      assert.equal(planned.status, 2, planned.stderr)
      assert.match(planned.stdout, /~ option RetryTimes\n {4}value: 0 → 7\n\+ channel one\n/)
      assert.match(planned.stdout, /1 to create, 1 to change, 0 to remove\./)
      const applied = config('apply', file)
      assert.equal(applied.status, 0, applied.stderr)
      assert.match(applied.stdout, /Applied\./)
      for (const { stdout, stderr } of [planned, applied]) assert.doesNotMatch(stdout + stderr, /sk-of-the-operator/)
      await eventually('the server goes by the new option', () => server.deps.options.current().RetryTimes === 7)
      const again = config('plan', file)
      assert.deepEqual([again.status, again.stdout], [0, 'No changes: the installation is as the file says.\n'])
      const listed = dataOf(await (await signInRoot(server)).call(channelApi.list, { query: {} }))
      assert.deepEqual(
        listed.map(({ name }) => name),
        ['one'],
      )
      const row = await server.deps.store.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()
      assert.deepEqual([row?.action, row?.actor_name, row?.address], ['config.apply', 'root', 'command line'])
    })

    test('an export goes to a file that only its owner reads, and changes nothing when it is applied', () => {
      const out = join(folder, 'export.yaml')
      assert.equal(config('export', '--out', out).status, 0)
      assert.match(readFileSync(out, 'utf8'), /name: one/)
      assert.doesNotMatch(readFileSync(out, 'utf8'), /sk-of-the-operator/)
      assert.equal(config('plan', out, '--prune').status, 0)
      const { stdout } = config('export', '--secrets', 'env')
      assert.match(stdout, /env: TURNPIKE_KEY_ONE/)
    })

    test('with --prune, what the file does not name is removed', () => {
      write('turnpike: 1\nchannels: []\n')
      assert.equal(config('plan', file).status, 0)
      const planned = config('plan', file, '--prune')
      assert.deepEqual([planned.status, planned.stdout.split('\n')[0]], [2, '- channel one'])
      assert.equal(config('apply', file, '--prune').status, 0)
      assert.equal(config('plan', file, '--prune').status, 0)
    })

    test('a file that cannot be applied is refused with its line, and settings of the server are no secrets', () => {
      write('turnpike: 1\noptions:\n  SMTPToken: { env: SECRET_KEY }\n')
      for (const verb of ['plan', 'apply']) {
        const { status, stdout } = config(verb, file)
        assert.equal(status, 1)
        assert.match(stdout, /^line 3: options\.SMTPToken: The variable SECRET_KEY cannot be read/)
      }
      assert.equal(config('plan', join(folder, 'missing.yaml')).status, 1)
      assert.equal(config('plan').status, 1)
    })

    test('the schema is printed', () => {
      const { status, stdout } = config('schema')
      assert.equal(status, 0)
      assert.equal((JSON.parse(stdout) as { title: string }).title, 'Turnpike configuration')
    })
  })
