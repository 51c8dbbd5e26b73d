import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../harness/at-end.ts'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { startRelay } from '../harness/relay-harness.ts'
import { startProcess } from '../processes/server-process.ts'
import { chatBody, open, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const path = '/v1/chat/completions'

/** A server process in which SIGUSR2 throws an error that belongs to no call. */
async function given(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true }))
  const thrower = join(folder, 'thrower.mjs')
  writeFileSync(thrower, `process.on('SIGUSR2', () => setImmediate(() => { throw new Error('no call of mine') }))`)
  const database = await freshDatabase('sqlite')
  atEnd(t, database.drop)
  const relay = await startRelay(database.address)
  atEnd(t, relay.stop)
  const upstream = await startSteeredUpstream(t)
  await relay.channel({ base_url: upstream.url })
  const server = await startProcess(t, {
    ...databaseEnv(database.address),
    SECRET_KEY: secretKey,
    DATA_DIR: folder,
    NODE_OPTIONS: `--import ${thrower}`,
  })
  return { relay, upstream, server, user: await relay.key() }
}

test('after an error outside every call the running ones finish and are charged, and a new process takes over', async (t) => {
  const { relay, upstream, server, user } = await given(t)
  const body = chatBody('hello', { stream: true })
  const sent = open(server, path, { key: user.key, body })
  const { response } = await upstream.next()
  openEvents(response)
  response.write(chatChunk({ content: 'first' }))
  const result = await sent
  process.kill(server.pid, 'SIGUSR2')
  await eventually('it takes no more calls', () =>
    open(server, '/healthz').then(
      () => false,
      () => true,
    ),
  )
  response.end(`${chatChunk({ content: 'last' }, 'stop', usageOf(10, 5))}data: [DONE]\n\n`)
  assert.match(await result.text(), /first.*last.*\[DONE\]/s)

  const url = await server.restarted
  assert.ok(url)
  const { quota, held } = await relay.balance(user.user_id)
  assert.deepEqual([quota < 100_000_000, held], [true, 0])
  const next = send({ url }, path, { key: user.key, body })
  const second = (await upstream.next()).response
  openEvents(second)
  second.end(`${chatChunk({ content: 'second' }, 'stop', usageOf(10, 5))}data: [DONE]\n\n`)
  assert.match((await next).text, /second/)

  process.kill(server.pid, 'SIGUSR2') // the process id is the same
  const { code, output } = await server.ended
  assert.equal(code, 1, 'a process that fails again at once is not restarted for ever')
  assert.equal(output.match(/"msg":"unexpected error: restarting/g)?.length, 2)
})
