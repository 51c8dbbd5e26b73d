import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { atEnd } from '../harness/at-end.ts'
import { startMariadb } from '../outside/mariadb.ts'
import { firstLogTime } from './family-rows.ts'
import { assertMovedIn, importFrom, startPlace } from './import-place.ts'
import { sourceStatements } from './make-source.ts'

test('a MariaDB source moves in and is as it was', async (t) => {
  const place = await startPlace(t, 'sqlite')
  const server = await startMariadb()
  atEnd(t, server.stop)
  const connection = await createConnection({ uri: server.url.replace(/old$/, 'mysql'), charset: 'utf8mb4' })
  await connection.query('CREATE DATABASE old CHARACTER SET utf8mb4 COLLATE utf8mb4_bin')
  await connection.query('USE old')
  await connection.query(`SET SESSION sql_mode = 'ANSI_QUOTES'`)
  for (const { text, values } of sourceStatements('mysql', 'new-api current', place.relay.mock.url))
    await connection.query(text, values)
  const sums = async () => (await connection.query('CHECKSUM TABLE users, tokens, channels, options'))[0]
  const before = await sums()
  const dsn = server.url.replace(/^mysql:\/\/root@([^/]+)\/old$/, 'root:@tcp($1)/old?charset=utf8mb4')
  const report = await importFrom(place.open, dsn, { apply: true, logsSince: firstLogTime })
  assert.equal(report.source, 'new-api current')
  assert.equal(report.balances?.equal, true)
  assert.deepEqual(await sums(), before)
  await connection.end()
  await assertMovedIn(place, 'new-api current')
})
