import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quotaMax } from '@turnpike/contract/quota'
import { post } from '../../../src/domain/money/wallet/ledger/ledger-post.ts'
import type { Store } from '../../../src/store/store.ts'
import { databaseKinds } from '../../harness/databases.ts'
import { eventually } from '../../harness/eventually.ts'
import type { GivenKey } from '../../harness/relay-harness.ts'
import { assertCharged, booksOf } from '../books.ts'
import { ledgerOf } from '../providers/ledger-control.ts'
import { open, send } from '../send.ts'
import { assertBooksAgree, assertRefunded, finished, rowsOf, taskOnce, useTaskRelay } from './given-tasks.ts'

const price = 50_000

for (const kind of databaseKinds)
  describe(`running tasks [${kind}]`, () => {
    const relay = useTaskRelay(kind)

    async function given() {
      const here = relay.place()
      const { id, key } = await here.channel({ type: 36, models: 'suno_music', base_url: relay.mock.urlOf('suno') })
      const mine = await here.key()
      const submit = (prompt: string) => send(relay, '/suno/submit/music', { key: mine.key, body: { prompt } })
      return { here, mine, submit, channel: { id, key } }
    }
    const change = (mine: GivenKey, fields: object) =>
      relay.deps.store.updateTable('tasks').set(fields).where('user_id', '=', mine.user_id).execute()

    test('one that its upstream never mentions ends after an hour, and is refunded', async () => {
      const { mine, submit, channel } = await given()
      await submit('never end')
      const hour = 3_600_000
      const [row] = await rowsOf(relay, mine)
      await change(mine, { submit_time: (row?.submit_time ?? 0) - hour + 60_000 })
      await taskOnce(relay, mine, 'it is polled', ({ status }) => status === 'QUEUED')
      relay.mock.faults.add({ match: { key: channel.key }, fault: { kind: 'status', status: 503 } })
      await change(mine, { submit_time: (row?.submit_time ?? 0) - hour - 2_000 })
      const task = await finished(relay, mine)
      assert.deepEqual([task.ended_by, task.fail_reason], ['timeout', 'upstream task timed out (over 1 hour)'])
      await assertRefunded(relay, mine, price)
    })

    test('an upstream that fails is polled ever less often, and believed when it is back', async () => {
      const { here, mine, submit, channel } = await given()
      const match = { key: channel.key, path: '/suno/suno/fetch' }
      relay.mock.faults.add({ match, fault: { kind: 'status', status: 500 } })
      await submit('x')
      await taskOnce(relay, mine, 'polling failed three times', ({ poll_failures }) => poll_failures >= 3)
      assert.equal((await rowsOf(relay, mine))[0]?.status, 'NOT_START')
      relay.mock.faults.clear()
      relay.mock.tasks.advance(70)
      const task = await finished(relay, mine)
      assert.equal(task.status, 'SUCCESS')
      assert.ok(here.sent().length >= 5)
      assertCharged(await booksOf(relay, mine), price)
    })

    test('nonsense of an upstream moves nothing', async () => {
      const { mine, submit, channel } = await given()
      await submit('x')
      const bodies: unknown[] = [
        '[]',
        { code: 'success', data: null },
        { code: 'success', data: [null, 7, {}, { task_id: 'another', status: 'FAILURE', fail_reason: 'x' }] },
        { code: 'success', data: [{ task_id: ['x'], status: {} }] },
      ]
      for (const body of bodies)
        relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'status', status: 200, body } })
      relay.mock.tasks.advance(70)
      const task = await finished(relay, mine)
      assert.deepEqual([task.status, task.quota], ['SUCCESS', price])
    })

    test('those of a deleted channel end, and are refunded', async () => {
      const { mine, submit, channel } = await given()
      await submit('x')
      await relay.deps.store.deleteFrom('channels').where('id', '=', channel.id).execute()
      await relay.deps.reload()
      const task = await finished(relay, mine)
      assert.deepEqual([task.ended_by, task.fail_reason], ['channel_gone', `channel ${channel.id} was deleted`])
      await assertRefunded(relay, mine, price)
    })

    test('a finished one is never changed again', async () => {
      const { mine, submit, channel } = await given()
      const { json } = await submit('x')
      relay.mock.tasks.advance(70)
      const done = await finished(relay, mine)
      relay.mock.tasks.end('suno', json.data, 'failed')
      await change(mine, { poll_at: 0, leased_until: 0 })
      const sent = relay.mock.requests.list().filter(({ key }) => key === channel.key).length
      const other = await given()
      await other.submit('y')
      relay.mock.tasks.advance(70)
      await finished(relay, other.mine)
      const [after] = await rowsOf(relay, mine)
      assert.deepEqual({ ...after, poll_at: 0 }, { ...done, poll_at: 0, leased_until: 0 })
      assert.equal(relay.mock.requests.list().filter(({ key }) => key === channel.key).length, sent)
    })

    test('a submission that broke off is given up after a minute, and its hold released', async () => {
      const { mine, submit, channel } = await given()
      relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'silent', how: 'hang' } })
      const gone = new AbortController()
      const sent = open(relay, '/suno/submit/music', {
        key: mine.key,
        body: { prompt: 'x' },
        signal: gone.signal,
      }).catch(() => {})
      await eventually('the row waits for its upstream', async () => (await rowsOf(relay, mine)).length === 1)
      assert.equal((await relay.balance(mine.user_id)).held, price)
      const [row] = await rowsOf(relay, mine)
      await change(mine, { submit_time: (row?.submit_time ?? 0) - 62_000 })
      const task = await finished(relay, mine)
      assert.deepEqual([task.status, task.ended_by], ['FAILURE', 'not_submitted'])
      await eventually('the hold is released', async () => (await relay.balance(mine.user_id)).held === 0)
      gone.abort()
      await sent
      assert.equal((await relay.balance(mine.user_id)).used_quota, 0)
      await submit('y')
      assert.equal((await relay.balance(mine.user_id)).used_quota, price)
    })

    test('a charge that only the spool has stays due, so that a refund never comes before it', async (t) => {
      const { mine, submit } = await given()
      const ledger = ledgerOf(relay)
      const capture = t.mock.method(ledger, 'capture', async () => ({ ok: true }) as const, { times: 1 })
      await submit('fail this')
      const [row] = await rowsOf(relay, mine)
      assert.equal(capture.mock.callCount(), 1)
      assert.equal(JSON.parse(row?.charge_due ?? '{}').charge, price)
      relay.mock.tasks.advance(70)
      await change(mine, { updated_at: 0 })
      await finished(relay, mine)
      await assertRefunded(relay, mine, price)
      await assertBooksAgree(relay)
    })

    test('one that cannot be refunded now does not keep the others waiting', async () => {
      const { here, mine, submit, channel } = await given()
      await submit('fail this')
      const fill = { user_id: mine.user_id, kind: 'grant' as const, reference: `fill ${mine.user_id}` }
      const { quota } = await relay.balance(mine.user_id)
      const posted = (transaction: Store) => post(transaction, { ...fill, amount: quotaMax - quota, at: 1 })
      await relay.deps.store.transaction().execute(posted) // a balance that no refund fits into
      const other = await here.key()
      await send(relay, '/suno/submit/music', { key: other.key, body: { prompt: 'a song' } })
      relay.mock.tasks.advance(70)
      assert.equal((await finished(relay, other)).status, 'SUCCESS')
      const [stuck] = await rowsOf(relay, mine)
      assert.deepEqual([stuck?.progress === '100%', stuck?.quota, stuck?.channel_id], [false, price, channel.id])
    })

    test('a charge that its process did not live to make is made by another, once', async () => {
      const { mine, submit } = await given()
      await submit('fail this')
      const [row] = await rowsOf(relay, mine)
      // As it is between the upstream's acceptance and the charge: the books know nothing of it yet.
      const capture = {
        request_id: 'request of a process that died',
        user_id: mine.user_id,
        token_id: mine.token_id,
        channel_id: row?.channel_id ?? 0,
        charge: 7,
        at: relay.deps.clock(),
      }
      await change(mine, { request_id: capture.request_id, charge_due: JSON.stringify(capture), updated_at: 0 })
      relay.mock.tasks.advance(70)
      await finished(relay, mine)
      const charges = await relay.deps.store
        .selectFrom('ledger')
        .select(['kind', 'amount'])
        .where('reference', '=', capture.request_id)
        .orderBy('id')
        .execute()
      assert.deepEqual(charges, [
        { kind: 'charge', amount: 7 },
        { kind: 'refund', amount: 7 },
      ])
      await assertBooksAgree(relay)
    })
  })
