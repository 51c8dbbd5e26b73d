import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { chatBody, send } from '../relay/send.ts'
import { startInVain, startProcess } from './server-process.ts'

// What happens to workers that are killed, hang or are replaced is in workers.long.test.ts.
const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('two workers count guesses together, and end together', async (t) => {
  const server = await startProcess(t, { DATA_DIR: folder, RATE_LIMIT_FACTOR: '0.1', WORKERS: '2' })
  const statuses: number[] = []
  for (let guess = 0; guess < 10; guess++) {
    // Each on a connection of its own: workers take connections in turns.
    const headers = { connection: 'close', authorization: `Bearer sk-guess${guess}` }
    statuses.push((await send(server, '/v1/chat/completions', { headers, body: chatBody() })).status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429, 429, 429])
  assert.equal(server.logged('worker ready').length, 2)
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('a start that fails says why once and ends', async () => {
  const { code, errors } = await startInVain({
    DATA_DIR: join(folder, 'vain'),
    WORKERS: '2',
    SQL_DSN: 'postgres://u:p@127.0.0.1:1/db',
  })
  assert.equal(code, 1)
  assert.equal(errors.match(/Turnpike cannot start\./g)?.length, 1)
  assert.match(errors, /The database cannot be opened/)
})
