import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { databaseKinds, freshDatabase } from '../../harness/databases.ts'
import { eventually } from '../../harness/eventually.ts'
import { databaseEnv, secretKey } from '../../harness/harness.ts'
import { startRelay } from '../../harness/relay-harness.ts'
import { untilTaken } from '../../harness/until-taken.ts'
import { startProcess } from '../../processes/server-process.ts'
import { send } from '../send.ts'
import { assertBooksAgree, rowsOf } from './given-tasks.ts'

const tasksMade = 500
const brokenOff = 10
const atOnce = 25

for (const kind of databaseKinds)
  test(`a process dies amid ${tasksMade} tasks: another ends each once, and refunds what failed [${kind}]`, async (t) => {
    const database = await freshDatabase(kind)
    t.after(() => database.drop())
    const relay = await startRelay(database.address, { TASK_UPDATE_SECONDS: '0.1' })
    t.after(() => relay.stop())
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const env = { SECRET_KEY: secretKey, DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000', TASK_UPDATE_SECONDS: '0.1' }
    const dying = await startProcess(t, { ...databaseEnv(database.address), ...env })

    const { mock } = relay
    const music = { type: 36, models: 'suno_music', base_url: mock.urlOf('suno') }
    const [here, silent] = [relay.place(), relay.place()]
    await here.channel(music)
    const { key: silentKey } = await silent.channel(music)
    mock.faults.add({ match: { key: silentKey }, fault: { kind: 'silent', how: 'hang' } })
    const mine = await here.key()
    const theirs = await silent.key()
    await eventually('the other process knows the channels', async () => {
      const models = await send(dying, '/v1/models', { key: mine.key })
      return models.json.data?.length > 0
    })

    const submit = (key: string, number: number) =>
      untilTaken(() =>
        send(dying, '/suno/submit/music', { key, body: { prompt: number % 2 === 0 ? 'fail this' : 'a song' } }),
      )
    for (let number = 0; number < tasksMade; number += atOnce) {
      const sent = Array.from({ length: atOnce }, (_, index) => submit(mine.key, number + index))
      for (const { status } of await Promise.all(sent)) assert.equal(status, 200)
    }
    const broken = Array.from({ length: brokenOff }, (_, number) => submit(theirs.key, number).catch(() => {}))
    await eventually('submissions wait', async () => (await rowsOf(relay, theirs)).length === brokenOff)
    mock.tasks.advance(70)
    await eventually('some tasks have ended', async () =>
      (await rowsOf(relay, mine)).some(({ progress }) => progress === '100%'),
    )
    dying.kill('SIGKILL')
    await dying.ended
    await Promise.all(broken)

    relay.moveTime(120) // leases of the dead process are over, and so is the time of what it was submitting
    const ended = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.every(({ progress }) => progress === '100%')
    await eventually('every task has ended', async () => ended(await rowsOf(relay, mine)))
    await eventually('and what was not submitted', async () => ended(await rowsOf(relay, theirs)))

    const count = async (entry: 'charge' | 'refund', user_id: number) => {
      const entries = await relay.deps.store
        .selectFrom('ledger')
        .select(['reference', 'amount'])
        .where('kind', '=', entry)
        .where('user_id', '=', user_id)
        .execute()
      return [
        new Set(entries.map(({ reference }) => reference)).size,
        entries.reduce((sum, { amount }) => sum + amount, 0),
      ]
    }
    const price = 50_000
    assert.deepEqual(await count('charge', mine.user_id), [tasksMade, tasksMade * price])
    assert.deepEqual(await count('refund', mine.user_id), [tasksMade / 2, (tasksMade / 2) * price])
    assert.deepEqual(await count('charge', theirs.user_id), [0, 0])
    await eventually('no hold is left', async () => (await relay.balance(theirs.user_id)).held === 0)
    await assertBooksAgree(relay)
  })
