import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { atEnd } from '../harness/at-end.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { startRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from '../relay/send.ts'
import { startSteeredUpstream } from '../relay/steered-upstream.ts'
import { startProcess } from './server-process.ts'

test('calls of every worker are seen and cancelled from another instance', async (t) => {
  const database = await freshDatabase('sqlite')
  atEnd(t, database.drop)
  const relay = await startRelay(database.address)
  atEnd(t, relay.stop)
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, async () => rmSync(folder, { recursive: true, force: true }))
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ base_url: upstream.url })
  const { key, username } = await here.key()
  const workers = await startProcess(t, {
    ...databaseEnv(database.address),
    SECRET_KEY: secretKey,
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '100',
    WORKERS: '2',
  })
  const root = relay.client()
  await root.signIn('root', '123456')
  const listed = async () => dataOf(await root.call(liveCallsApi.list, { query: { username } }))

  // Workers take connections in turns.
  const responses = [1, 2].map(() =>
    send(workers, '/v1/chat/completions', { key, body: chatBody(), headers: { connection: 'close' } }),
  )
  await Promise.all([upstream.next(), upstream.next()])
  const { calls, processes } = await eventually('both calls', async () => {
    const live = await listed()
    return live.calls.length === 2 && live.processes === 3 && live
  })
  assert.equal(processes, 3)
  for (const { request_id } of calls) await root.call(liveCallsApi.cancel, { body: { request_id } })
  for (const { json } of await Promise.all(responses)) assert.equal(json.error.code, 'call_cancelled')
  await eventually('no calls', async () => (await listed()).calls.length === 0)
})
