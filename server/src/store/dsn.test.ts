import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDsn } from './dsn.ts'

test('no DSN, or one that begins with local, means the SQLite file', () => {
  for (const dsn of ['', '  ', 'local', 'local:whatever'])
    assert.deepEqual(parseDsn(dsn, '/data/turnpike.db'), { kind: 'sqlite', path: '/data/turnpike.db' })
})

test('options of another SQLite driver behind the path are left out', () => {
  assert.deepEqual(parseDsn('', 'one-api.db?_busy_timeout=30000'), { kind: 'sqlite', path: 'one-api.db' })
})

test('both spellings of a PostgreSQL address are understood', () => {
  for (const url of ['postgres://u:p@db:5432/turnpike', 'postgresql://db/turnpike?sslmode=require'])
    assert.deepEqual(parseDsn(url, 'unused.db'), { kind: 'postgres', url })
})

test('a MySQL DSN is refused with the databases that are supported, and its password is not repeated', () => {
  assert.throws(
    () => parseDsn('root:hunter2@tcp(mysql:3306)/new-api', 'unused.db'),
    ({ message }: Error) => /only SQLite and PostgreSQL/.test(message) && !message.includes('hunter2'),
  )
})

test('a PostgreSQL address that cannot be parsed is refused at once', () => {
  assert.throws(() => parseDsn('postgres://user:pa#ss@db:notaport/x', 'unused.db'), /percent-encode/)
})
