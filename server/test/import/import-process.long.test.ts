import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { verifyLedger } from '../../src/domain/money/wallet/verify/verify.ts'
import type { Report } from '../../src/import/report.ts'
import type { OpenStore } from '../../src/store/store.ts'
import { atEnd } from '../harness/at-end.ts'
import { databaseKinds, freshDatabase, openTest } from '../harness/databases.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { childEnv } from '../processes/child-env.ts'
import { makeSqliteSource } from './make-source.ts'

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'import.ts')

/** The command as an operator runs it; ends it without warning when a line of its progress begins like this. */
async function runCommand(args: string[], env: Record<string, string>, killAt?: string) {
  const child = spawn(process.execPath, [script, ...args], {
    env: {
      ...childEnv,
      SECRET_KEY: secretKey,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'turnpike-test-')),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close')
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  const progress: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    progress.push(line)
    if (killAt && line.startsWith(killAt)) child.kill('SIGKILL')
  })
  const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null]
  return { code, signal, output, progress }
}

const totals = async ({ store }: OpenStore) => {
  const { fn } = store
  const users = await store
    .selectFrom('users')
    .select([fn.countAll<number>().as('count'), fn.sum<number>('request_count').as('requests')])
    .where('username_key', '<>', 'rich') // more than can be added up
    .executeTakeFirstOrThrow()
  const tokens = await store.selectFrom('tokens').select(fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const entries = await store.selectFrom('ledger').select(fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return [users.count, users.requests, tokens.count, entries.count].map(Number)
}

for (const kind of databaseKinds)
  test(`an import that was killed goes on where it was [${kind}]`, async (t) => {
    const [whole, broken] = [await freshDatabase(kind), await freshDatabase(kind)]
    const path = makeSqliteSource('new-api current', 'http://127.0.0.1:9')
    const opened = []
    for (const { address, drop } of [whole, broken]) {
      atEnd(t, drop)
      const open = await openTest(address)
      atEnd(t, open.close)
      opened.push(open)
    }
    const [one, other] = opened as [OpenStore, OpenStore]

    assert.equal((await runCommand([path, '--apply'], databaseEnv(whole.address))).code, 0)

    const killed = await runCommand([path, '--apply'], databaseEnv(broken.address), 'users:')
    assert.equal(killed.signal, 'SIGKILL')
    const again = await runCommand([path, '--apply', '--json'], databaseEnv(broken.address))
    assert.equal(again.code, 0, again.progress.join('\n'))
    const { tables } = JSON.parse(again.output) as Report
    assert.equal(tables.find(({ table }) => table === 'users')?.already, 8)

    assert.deepEqual(await totals(other), await totals(one))
    assert.deepEqual((await verifyLedger(other, Math.floor(Date.now() / 1000))).drifts, [])
  })

test('the command names what is wrong, and shows no password of an address', async () => {
  const { address, drop } = await freshDatabase('sqlite')
  const env = databaseEnv(address)
  const none = await runCommand([], env)
  assert.deepEqual([none.code, /name one source/.test(none.progress.join())], [2, true])
  const missing = await runCommand(['/nowhere/one-api.db'], env)
  assert.match(missing.progress.join(), /there is no file/)
  const date = await runCommand(['x.db', '--logs-since', 'yesterday'], env)
  assert.match(date.progress.join(), /takes a date/)
  const refused = await runCommand(['postgres://me:hidden-word@127.0.0.1:9/x'], env)
  assert.equal(refused.code, 2)
  assert.doesNotMatch(refused.progress.join() + refused.output, /hidden-word/)
  assert.ok(address.kind === 'sqlite')
  const own = await runCommand([address.path], env)
  assert.match(own.progress.join(), /this is a database of Turnpike/)
  await drop()
})
