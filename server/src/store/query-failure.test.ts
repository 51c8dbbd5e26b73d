import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type QueryFailure, queryFailureOf } from './query-failure.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })
const ofSqlite = (errcode: number) => Object.assign(new Error('failed'), { code: 'ERR_SQLITE_ERROR', errcode })

const failures: [string, unknown, QueryFailure | undefined][] = [
  ['a serialization failure', withCode('40001'), 'conflict'],
  ['a deadlock', withCode('40P01'), 'conflict'],
  ['a transaction that rested too long', withCode('25P03'), 'conflict'],
  ['a lock that was not free in time', withCode('55P03'), 'blocked'],
  ['a statement that took too long', withCode('57014'), 'blocked'],
  ['a server that shuts down', withCode('57P01'), 'away'],
  ['a connection exception', withCode('08006'), 'away'],
  ['too many connections', withCode('53300'), 'away'],
  ['a standby', withCode('25006'), 'away'],
  ['a refused connection', withCode('ECONNREFUSED'), 'away'],
  [
    'a client after its connection broke',
    new Error('Client has encountered a connection error and is not queryable'),
    'away',
  ],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 'away'],
  ['a busy file', ofSqlite(5), 'away'],
  ['a busy file that has recovered', ofSqlite(5 | (1 << 8)), 'away'],
  ['a full disk', ofSqlite(13), 'away'],
  ['a constraint of SQLite', ofSqlite(19), undefined],
  ['a unique violation', withCode('23505'), undefined],
  ['a syntax error', withCode('42601'), undefined],
  ['a file that is missing', withCode('ENOENT'), undefined],
  ['a bug', new TypeError('x is not a function'), undefined],
  ['no error at all', 'ECONNREFUSED', undefined],
]
for (const [what, error, failure] of failures)
  test(`${what} is ${failure ?? 'not the database’s state'}`, () => assert.equal(queryFailureOf(error), failure))
