import assert from 'node:assert/strict'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { createAuthenticator } from '../../src/gateway/entry/key/authenticate.ts'
import { postgresLibrary } from '../../src/store/postgres/library.ts'
import { type DatabaseKind, databaseKinds } from '../harness/databases.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'

/** The text of every statement that the database driver of this process runs during `work`. */
async function statementsOf(kind: DatabaseKind, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const restore = kind === 'sqlite' ? watchSqlite(texts) : watchPostgres(texts)
  try {
    await work()
  } finally {
    restore()
  }
  return texts
}

function watchSqlite(texts: string[]): () => void {
  const { run, get, all, iterate } = StatementSync.prototype
  const { exec } = DatabaseSync.prototype
  const watched = { run, get, all, iterate }
  for (const [name, method] of Object.entries(watched))
    Object.assign(StatementSync.prototype, {
      [name](this: StatementSync, ...values: never[]) {
        texts.push(this.sourceSQL)
        return (method as (...values: never[]) => unknown).apply(this, values)
      },
    })
  DatabaseSync.prototype.exec = function (text) {
    texts.push(text)
    exec.call(this, text)
  }
  return () => {
    Object.assign(StatementSync.prototype, watched)
    DatabaseSync.prototype.exec = exec
  }
}

function watchPostgres(texts: string[]): () => void {
  const { Client } = postgresLibrary()
  const { query } = Client.prototype
  Client.prototype.query = function (this: unknown, config: unknown, ...rest: never[]) {
    texts.push(typeof config === 'string' ? config : (config as { text: string }).text)
    return (query as (...values: never[]) => never).apply(this, [config as never, ...rest])
  } as typeof query
  return () => {
    Client.prototype.query = query
  }
}

/** A key is read once a second, whichever call comes first. */
const readsKey = (text: string) => text.includes('key_hash')

/** The verb of a statement and the first table that it names. */
function summary(text: string): string {
  const [verb = ''] = /^\w+/.exec(text) ?? []
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE) "?(\w+)/.exec(text) ?? []
  return table && verb !== 'WITH' ? `${verb} ${table}` : verb
}

const reads = ['SELECT users', 'SELECT tokens', 'SELECT holds']
const expected: Record<DatabaseKind, string[]> = {
  sqlite: [
    ...['BEGIN', ...reads, 'UPDATE users', 'UPDATE tokens', 'INSERT holds', 'COMMIT'],
    ...['BEGIN', ...reads, 'UPDATE users', 'UPDATE tokens', 'UPDATE channels', 'DELETE holds', 'INSERT ledger'],
    ...['INSERT logs', 'INSERT usage_hours', 'INSERT usage_days', 'INSERT usage_model_hours', 'COMMIT'],
  ],
  postgres: [
    ...['BEGIN', ...reads, 'WITH', 'COMMIT'], // one statement writes all rows
    ...['BEGIN', ...reads, 'WITH', 'UPDATE channels', 'COMMIT'],
  ],
}

for (const kind of databaseKinds)
  describe(`the statements of a call [${kind}]`, () => {
    const relay = useRelay(kind)

    for (const stream of [false, true])
      test(`a ${stream ? 'stream' : 'call'} runs a hold and a capture, and nothing else`, async () => {
        const here = relay.place()
        await here.channel()
        const { key } = await here.key()
        const call = async () => {
          const response = await send(relay, '/v1/chat/completions', { key, body: chatBody('x', { stream }) })
          assert.equal(response.status, 200)
        }
        let statements: string[] = []
        let operations = 0
        // A new connection, or a job that runs at the same moment, has statements of its own: one undisturbed call is enough.
        for (let attempt = 0; attempt < 10; attempt++) {
          const before = relay.deps.ledger.counts().operations
          statements = (await statementsOf(kind, call)).filter((text) => !readsKey(text)).map(summary)
          operations = relay.deps.ledger.counts().operations - before
          if (statements.length === expected[kind].length) break
        }
        assert.deepEqual(statements, expected[kind])
        assert.equal(operations, 2)
      })

    test('calls that come together read their key once, and what was read before a change is not kept', async () => {
      const { key } = await relay.place().key()
      const { authenticate, forget } = createAuthenticator(relay.deps)
      const seen = async () =>
        authenticate({ key: key.slice('sk-'.length), pin: undefined }, '127.0.0.1', relay.deps.snapshot.current())
      const together = await statementsOf(kind, () => Promise.all([seen(), seen(), seen(), seen()]))
      assert.equal(together.filter(readsKey).length, 1)
      forget(key.slice('sk-'.length))
      const changed = await statementsOf(kind, async () => {
        const early = seen()
        forget(key.slice('sk-'.length))
        await Promise.all([early, seen()])
        await seen()
      })
      assert.equal(changed.filter(readsKey).length, 2)
    })
  })
