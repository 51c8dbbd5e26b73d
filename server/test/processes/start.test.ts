import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startServer } from '../../src/start/server.ts'
import { StartError } from '../../src/start-error.ts'
import { secretKey } from '../harness/harness.ts'
import { startInVain } from './server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true }))
const secret = 'hunter2-hunter2'

/** What the operator reads when a start with these variables fails. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const usual = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), SECRET_KEY: secretKey }
  const start = startServer(readConfig({ ...usual, ...env }), createLog('error', { write() {} }))
  const error = await start.then(
    async (server) => void (await server.stop()),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof StartError, String(error))
  return error.message
}

test('a secret key that is none is named, not repeated', async () => {
  const message = await refusalOf({ SECRET_KEY: secret })
  assert.match(message, /^SECRET_KEY /)
  assert.ok(!message.includes(secret))
})

test('a data folder that cannot be used is named', async () => {
  writeFileSync(join(folder, 'file'), '')
  const { SECRET_KEY, ...usual } = { SECRET_KEY: '', DATA_DIR: join(folder, 'file', 'data') }
  assert.match(await refusalOf({ ...usual, SECRET_KEY }), /DATA_DIR/)
})

test('a database that cannot be opened points to its variables and keeps the password to itself', async () => {
  assert.match(await refusalOf({ SQLITE_PATH: folder }), /SQLITE_PATH/)
  const message = await refusalOf({ SQL_DSN: `postgres://turnpike:${secret}@127.0.0.1:1/turnpike` })
  assert.match(message, /SQL_DSN/)
  assert.match(message, /ECONNREFUSED/)
  assert.ok(!message.includes(secret))
})

test('an address or port that cannot be listened on points to its variables', async () => {
  assert.match(await refusalOf({ HOST: '192.0.2.1' }), /HOST and PORT/)
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const PORT = String((holder.address() as AddressInfo).port)
  const message = await refusalOf({ PORT })
  assert.match(message, /HOST and PORT/)
  assert.match(message, /EADDRINUSE/)
  holder.close()
})

test('a process that cannot reach its database ends with code 1 and a text without stack or password', async () => {
  const { code, output, errors } = await startInVain({
    DATA_DIR: join(folder, 'process'),
    SQL_DSN: `postgres://u:${secret}@127.0.0.1:1/db`,
  })
  assert.equal(code, 1)
  assert.match(errors, /^Turnpike cannot start\.\nThe database cannot be opened/)
  assert.doesNotMatch(errors, /^\s+at /m)
  assert.ok(!(output + errors).includes(secret))
})
