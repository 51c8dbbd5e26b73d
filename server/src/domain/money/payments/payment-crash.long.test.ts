import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { planTerms } from '@turnpike/contract/money/plans/plan'
import { atEnd } from '../../../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { databaseEnv, saveOptions, secretKey, startTestServer } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { epayNotice, epaySettings, type Form } from '../../../../test/payments/shop.ts'
import { startProcess } from '../../../../test/processes/server-process.ts'
import { writeTerms } from '../plans/ordered-plan.ts'
import { insertPlan } from '../plans/plans.queries.ts'

for (const kind of databaseKinds)
  test(`200 notices of two orders on two processes, one of which is killed, credit one and open the plan of the other once, and what was told success is durable [${kind}]`, async (t) => {
    const database = await freshDatabase(kind)
    atEnd(t, database.drop)
    const desk = await startTestServer(database.address)
    atEnd(t, desk.stop)
    await saveOptions(desk.deps.store, desk.deps.vault, epaySettings)
    await desk.deps.reload()
    const user_id = await desk.given.user({ username: 'lin' })
    const client = desk.client()
    await client.signIn('lin')
    const open = await openTest(database.address)
    atEnd(t, open.close)
    const { id: plan_id } = await insertPlan(open.store, {
      ...{
        title: 'Month',
        subtitle: '',
        price_amount: '10',
        currency: 'USD',
        terms: writeTerms(planTerms.parse({ total_amount: 1000 })),
      },
      ...{ enabled: 1, sort_order: 0, max_purchase_per_user: 0, allow_balance_pay: 1, stripe_price_id: '' },
      ...{ created_at: 1, updated_at: 1 },
    })

    const start = () => {
      const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
      atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
      const own = { SECRET_KEY: secretKey, DATA_DIR: folder, RATE_LIMIT_FACTOR: '100' }
      return startProcess(t, { ...databaseEnv(database.address), ...own })
    }
    const [one, two] = await Promise.all([start(), start()])

    const headers = { 'content-type': 'application/json' }
    const order = async (path: string, ordered: object): Promise<string> => {
      const body = JSON.stringify({ payment_method: 'zfb', ...ordered })
      const response = await client.fetch(path, { method: 'POST', body, headers })
      return epayNotice(((await response.json()) as { data: Form }).data)
    }
    const topUp = await order('/api/user/pay', { amount: 4 })
    const plan = await order('/api/subscription/epay/pay', { plan_id })
    const quota = async () =>
      (await open.store.selectFrom('users').select('quota').where('id', '=', user_id).executeTakeFirstOrThrow()).quota
    const pots = async () => (await open.store.selectFrom('pots').select('quota').execute()).map((pot) => pot.quota)

    let heard = 0
    const tell = async (url: string, query: string) => {
      const told = await fetch(`${url}/api/user/epay/notify?${query}`).then(
        (response) => response.text(),
        () => 'no response',
      )
      if (told !== 'success') return told
      if (query === topUp) assert.equal(await quota(), 2_000_000, 'it is credited before it is told')
      else assert.deepEqual(await pots(), [1000], 'it is open before it is told')
      if (++heard === 5) one.kill('SIGKILL')
      return told
    }
    // A busy machine may refuse a notice temporarily: payment services send it again.
    const tellUntilHeard = (url: string, query: string) =>
      eventually('heard', async () => (await tell(url, query)) === 'success')
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const query = index % 4 < 2 ? topUp : plan
        return index % 2 ? tell(one.url, query) : tellUntilHeard(two.url, query)
      }),
    )
    await one.ended
    for (const query of [topUp, plan]) assert.equal(await tell(two.url, query), 'success')
    assert.deepEqual([await quota(), await pots()], [2_000_000, [1000]])
    assert.equal((await open.store.selectFrom('subscriptions').select('id').execute()).length, 1)
    assert.deepEqual(await driftsOf(open), [])
  })
