import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { databaseEnv, saveOptions, secretKey, startTestServer } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { startProcess } from '../../../../test/processes/server-process.ts'
import { signEpay } from './epay.ts'

const key = 'merchant-secret'
const settings = {
  ServerAddress: 'https://gate.example.com',
  PayAddress: 'https://pay.example.com',
  EpayId: '1001',
  EpayKey: key,
}

for (const kind of databaseKinds)
  test(`200 notices of one order on two processes, one of which is killed, credit once, and what was told success is durable [${kind}]`, async (t) => {
    const database = await freshDatabase(kind)
    atEnd(t, database.drop)
    const desk = await startTestServer(database.address)
    atEnd(t, desk.stop)
    await saveOptions(desk.deps.store, desk.deps.vault, settings)
    await desk.deps.reload()
    const user_id = await desk.given.user({ username: 'lin' })
    const client = desk.client()
    await client.signIn('lin')
    const open = await openTest(database.address)
    atEnd(t, open.close)

    const start = () => {
      const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
      atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
      const own = { SECRET_KEY: secretKey, DATA_DIR: folder, RATE_LIMIT_FACTOR: '100' }
      return startProcess(t, { ...databaseEnv(database.address), ...own })
    }
    const [one, two] = await Promise.all([start(), start()])

    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ amount: 4, payment_method: 'zfb' })
    const response = await client.fetch('/api/user/pay', { method: 'POST', body, headers })
    const { data } = (await response.json()) as { data: Record<string, string> }
    const notice = {
      pid: '1001',
      trade_no: '1',
      out_trade_no: data.out_trade_no ?? '',
      type: 'alipay',
      name: data.name ?? '',
      money: data.money ?? '',
      trade_status: 'TRADE_SUCCESS',
    }
    const query = new URLSearchParams({ ...notice, sign_type: 'MD5', sign: signEpay(notice, key) }).toString()
    const quota = async () =>
      (await open.store.selectFrom('users').select('quota').where('id', '=', user_id).executeTakeFirstOrThrow()).quota

    let heard = 0
    const tell = async (url: string) => {
      const told = await fetch(`${url}/api/user/epay/notify?${query}`).then(
        (response) => response.text(),
        () => 'no response',
      )
      if (told !== 'success') return told
      assert.equal(await quota(), 2_000_000, 'it is credited before it is told')
      if (++heard === 5) one.kill('SIGKILL')
      return told
    }
    // A busy machine may refuse a notice temporarily: payment services send it again.
    const tellUntilHeard = (url: string) => eventually('heard', async () => (await tell(url)) === 'success')
    await Promise.all(Array.from({ length: 200 }, (_, index) => (index % 2 ? tell(one.url) : tellUntilHeard(two.url))))
    await one.ended
    assert.equal(await tell(two.url), 'success')
    assert.equal(await quota(), 2_000_000)
    assert.deepEqual(await driftsOf(open), [])
  })
