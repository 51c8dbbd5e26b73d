import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../../test/harness/at-end.ts'
import { type Migration, readMigrations, statementsOf } from './migration-files.ts'

function given(t: TestContext, ...files: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'main'))
  for (const file of files) writeFileSync(join(folder, 'main', file), 'SELECT 1;\n')
  return () => readMigrations('main', folder)
}

const migration = (text: string): Migration => ({ scope: 'main', version: 1, name: 'x', checksum: '', text })

test('migrations are read in order', (t) => {
  const read = given(t, '0002_more.sql', '0001_first.sql')
  assert.deepEqual(
    read().map(({ version, name }) => [version, name]),
    [
      [1, 'first'],
      [2, 'more'],
    ],
  )
})

test('a missing, doubled or misnamed file is refused', (t) => {
  assert.throws(given(t, '0001_first.sql', '0003_third.sql'), /main\/0003_third\.sql is not migration number 2/)
  assert.throws(given(t, '0001_first.sql', '0001_second.sql'), /not migration number 2/)
  assert.throws(given(t, 'first.sql'), /not migration number 1/)
})

test('a statement ends with a semicolon at the end of a line, and comments are not statements', () => {
  const text = "-- About a; thing.\nCREATE TABLE a (\n  b TEXT DEFAULT ';x'\n); \n\n-- Nothing else.\n"
  assert.deepEqual(statementsOf(migration(text), 'sqlite'), ["CREATE TABLE a (\n  b TEXT DEFAULT ';x'\n)"])
})

test('each database gets its own kind of id, and its own marked statements only', () => {
  const text = 'CREATE TABLE a (id {id});\n-- sqlite:\nSELECT 1;\n-- postgres:\nSELECT 2;\nSELECT 3;\n'
  const last = (kind: 'sqlite' | 'postgres') => statementsOf(migration(text), kind)
  assert.deepEqual(last('sqlite'), ['CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT)', 'SELECT 1', 'SELECT 3'])
  assert.match(last('postgres')[0] ?? '', /IDENTITY/)
  assert.deepEqual(last('postgres').slice(1), ['SELECT 2', 'SELECT 3'])
})
