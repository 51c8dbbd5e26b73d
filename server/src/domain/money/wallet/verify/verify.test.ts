import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { databaseKinds, freshDatabase, onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  givenChannel,
  givenToken,
  givenUser,
  holdFor,
  now,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { marketOf } from '../../../../../test/ledger/agents.ts'
import { givenPot } from '../../../../../test/ledger/pots.ts'
import { childEnv } from '../../../../../test/processes/child-env.ts'
import type { OpenStore } from '../../../../store/store.ts'
import { post } from '../ledger/ledger-post.ts'
import { verifyLedger } from './verify.ts'

/** A user with a settled call, a running call, one that overdrew, and one that expired. */
async function givenHistory(open: OpenStore) {
  const { store } = open
  const user = await givenUser(store, { quota: 100 })
  const token = await givenToken(store, user, { remain_quota: 1000 })
  const channel = await givenChannel(store)
  await withLedger(open, async (ledger) => {
    const [over, overdrawn, expired, running] = [
      callBy(user, token),
      callBy(user, token),
      callBy(user, token),
      callBy(user, token),
    ]
    for (const call of [over, overdrawn, expired]) await ledger.hold(holdFor(call, 10))
    await ledger.hold(holdFor(running, 5))
    await ledger.capture(captureFor(over, 10, channel))
    await ledger.checkpoint({ ...expired, accrued: 8, channel_id: channel, expires_at: now })
    await ledger.expire({ ...expired, isLogged: true, at: now + 600 })
    await ledger.capture(captureFor(overdrawn, 95, channel))
  })
  return { user, token, channel }
}

onBothDatabases('an untouched ledger is clean, whatever it has been through', async (open) => {
  await givenHistory(open)
  assert.deepEqual(await verifyLedger(open, now), {
    clean: true,
    checked_at: now,
    checked: { users: 1, tokens: 1, entries: 4, holds: 1 },
    drifts: [],
  })
})

const tampering: Record<string, { change: string; drifts: string[] }> = {
  'a balance without an entry': { change: 'UPDATE users SET quota = quota + 1', drifts: ['L1 user quota'] },
  'an affiliate balance without an entry': {
    change: 'UPDATE users SET aff_quota = 1',
    drifts: ['L1 user affiliate quota'],
  },
  'money held for nothing': { change: 'UPDATE users SET held = held + 1', drifts: ['L2 user held'] },
  'a token held for nothing': { change: 'UPDATE tokens SET held = held + 1', drifts: ['L2 token held'] },
  'a hold that vanished': { change: 'DELETE FROM holds', drifts: ['L2 user held', 'L2 token held'] },
  'a hold that nobody ends': {
    change: `UPDATE holds SET expires_at = ${now - 61}`,
    drifts: ['L2 hold past its expiry'],
  },
  'a spent sum that is wrong': { change: 'UPDATE users SET used_quota = 1', drifts: ['L6 user used quota'] },
  'a token counter that is wrong': { change: 'UPDATE tokens SET used_quota = 1', drifts: ['L6 token used quota'] },
  'a channel counter that is wrong': {
    change: 'UPDATE channels SET used_quota = 1',
    drifts: ['L6 channel used quota'],
  },
  'a log row with another amount': {
    change: 'UPDATE logs SET quota = quota + 1 WHERE quota = 10',
    drifts: ['L10 consumption log'],
  },
  'a log row that is missing': {
    change: 'DELETE FROM logs WHERE quota = 10',
    drifts: ['L10 consumption log'],
  },
  'a refund without its log row': {
    change: `INSERT INTO ledger (user_id, kind, reference, amount, token_id, channel_id, is_logged, created_at)
      VALUES (1, 'refund', 'r', 3, 0, 0, 1, ${now})`,
    drifts: ['L1 user quota', 'L6 user used quota', 'L10 consumption log'],
  },
  'a log row for another channel': {
    change: 'UPDATE logs SET channel = 99 WHERE quota = 10',
    drifts: ['L10 consumption log', 'L10 consumption log'],
  },
  'a code used without a credit': {
    change: `INSERT INTO redemptions (user_id, key_cipher, key_hash, name, quota, created_time, status, used_user_id)
      VALUES (1, 'c', 'h', 'n', 5, 1, 3, 1)`,
    drifts: ['L6 redemption and its credit'],
  },
  'an order paid without a credit': {
    change: `INSERT INTO top_ups (user_id, trade_no, provider, payment_method, amount, money, quota, price_snapshot, status,
      create_time) VALUES (1, 't', 'epay', 'wx', 1, '1.00', 5, '{}', 'success', 1)`,
    drifts: ['L6 top-up and its credit'],
  },
}
for (const [what, { change, drifts }] of Object.entries(tampering))
  onBothDatabases(`${what} is found`, async (open) => {
    await givenHistory(open)
    await sql.raw(change).execute(open.store)
    const found = await verifyLedger(open, now)
    assert.equal(found.clean, false)
    assert.deepEqual(
      found.drifts.map(({ law, what }) => `${law} ${what}`),
      drifts,
    )
  })

/** A call that a pot and the balance paid, a refund of its half, and a running call of both. */
async function givenPlanHistory(open: OpenStore) {
  const { store } = open
  const user = await givenUser(store, { quota: 100 })
  const token = await givenToken(store, user)
  const span = { starts_at: now - 60, ends_at: now + 60 }
  const pot = await store.transaction().execute((transaction) => givenPot(transaction, user, { amount: 30, ...span }))
  await withLedger(open, async (ledger) => {
    const [over, running] = [1, 2].map(() => ({ ...callBy(user, token), sources: [pot.id, 0] }))
    assert.ok(over && running)
    await ledger.hold(holdFor(over, 40))
    await ledger.capture(captureFor(over, 40))
    const half = { user_id: user, token_id: token, kind: 'manual_refund', reference: over.request_id } as const
    await store.transaction().execute((transaction) => post(transaction, { ...half, amount: 20, at: now }))
    await ledger.hold(holdFor(running, 15))
  })
}

const tamperingWithPots: Record<string, { change: string; drifts: string[] }> = {
  'a pot with more than it was granted': { change: 'UPDATE pots SET quota = quota + 1', drifts: ['L1 pot quota'] },
  'a pot held for nothing': { change: 'UPDATE pots SET held = held + 1', drifts: ['L2 pot held'] },
  'a hold that forgot its pot': { change: `UPDATE holds SET parts = ''`, drifts: ['L2 pot held'] },
  'a hold that counts its pot as balance': { change: 'UPDATE holds SET from_pots = 0', drifts: ['L2 user held'] },
  'a charge whose pots paid something else': {
    change: `UPDATE pot_moves SET amount = amount + 1 WHERE kind = 'charge'`,
    drifts: ['L1 pot quota', 'L1 part of pots in a charge'],
  },
  'a refund that no pot got': {
    change: `DELETE FROM pot_moves WHERE kind = 'manual_refund'`,
    drifts: ['L1 pot quota', 'L1 part of pots in a manual_refund'],
  },
  'a pot that paid for nothing': {
    change: `INSERT INTO pot_moves (pot_id, kind, reference, request_id, amount, created_at)
      SELECT id, 'charge', 'x', 'x', 1, ${now} FROM pots`,
    drifts: ['L1 pot quota', 'L1 part of pots in a charge'],
  },
}
for (const [what, { change, drifts }] of Object.entries(tamperingWithPots))
  onBothDatabases(`${what} is found`, async (open) => {
    await givenPlanHistory(open)
    assert.deepEqual((await verifyLedger(open, now)).drifts, [])
    await sql.raw(change).execute(open.store)
    assert.deepEqual(
      (await verifyLedger(open, now)).drifts.map(({ law, what }) => `${law} ${what}`),
      drifts,
    )
  })

/** An agent with shares, of which one was taken back after it had left, with a payout that was paid and one that is open. */
async function givenShares(open: OpenStore) {
  const market = marketOf(open.store)
  const agent = await market.agent({ terms: { waiting_days: 0 } })
  const payer = await market.person({ invitedBy: agent })
  const first = await market.pay(payer)
  await market.pay(payer, { quota: 3000 })
  await market.shareAll()
  await market.endRequest((await market.ask(agent, 250)) ?? 0, 'paid')
  await market.ask(agent, 100)
  await market.refund(first, 1000)
  await market.shareAll()
  return market.debtOf(agent)
}

const tamperingWithShares: Record<string, { change: string; drifts: string[] }> = {
  'a share of another worth': {
    change: 'UPDATE dividends SET reversed = reversed + 1 WHERE reversed = 0',
    drifts: ['L1 shares of an agent'],
  },
  'a share of another amount': {
    change: 'UPDATE dividends SET amount = amount + 1 WHERE reversed = 0',
    drifts: ['L1 shares of an agent', 'L6 share and its entry'],
  },
  'a share that vanished': {
    change: 'DELETE FROM dividends WHERE reversed = 0',
    drifts: ['L1 shares of an agent'],
  },
  'a share without an entry': {
    change: "UPDATE dividends SET reference = 'another' WHERE reversed = 0",
    drifts: ['L6 share and its entry'],
  },
  'a debt that was forgotten': { change: 'UPDATE agents SET debt = 0', drifts: ['L1 shares of an agent'] },
  'a payout that was recorded without its entry': {
    change: "UPDATE withdrawals SET status = 'paid'",
    drifts: ['L6 payout and its entry'],
  },
  'a payout that was undone by hand': {
    change: "UPDATE withdrawals SET status = 'refused' WHERE status = 'paid'",
    drifts: ['L6 payout and its entry'],
  },
  'a payout of another amount': {
    change: "UPDATE withdrawals SET amount = amount + 1 WHERE status = 'paid'",
    drifts: ['L6 payout and its entry'],
  },
  'a payout that vanished': {
    change: "DELETE FROM withdrawals WHERE status = 'paid'",
    drifts: ['L6 payout and its entry'],
  },
  'an amount that is reserved twice': {
    change: `INSERT INTO withdrawals (agent_id, amount, method, account_cipher, status, created_at)
      SELECT agent_id, amount, method, account_cipher, status, created_at FROM withdrawals WHERE status = 'asked'`,
    drifts: ['L2 earnings reserved by payouts'],
  },
}
for (const [what, { change, drifts }] of Object.entries(tamperingWithShares))
  onBothDatabases(`${what} is found`, async (open) => {
    assert.equal(await givenShares(open), 50)
    assert.deepEqual((await verifyLedger(open, now)).drifts, [])
    await sql.raw(change).execute(open.store)
    assert.deepEqual(
      (await verifyLedger(open, now)).drifts.map(({ law, what }) => `${law} ${what}`),
      drifts,
    )
  })

onBothDatabases('an entry that nobody has the balance of is found', async (open) => {
  const { user } = await givenHistory(open)
  await open.store
    .insertInto('ledger')
    .values({ user_id: user, kind: 'grant', reference: 'by hand', amount: 5, created_at: now })
    .execute()
  const { drifts } = await verifyLedger(open, now)
  assert.deepEqual(drifts, [{ law: 'L1', what: 'user quota', id: user, expected: -8, found: -13 }])
})

onBothDatabases('clearing the log is no drift', async (open) => {
  const { user, token, channel } = await givenHistory(open)
  await sql`DELETE FROM logs`.execute(open.store)
  assert.equal((await verifyLedger(open, now)).clean, true)
  await withLedger(open, async (ledger) => {
    await ledger.capture(captureFor(callBy(user, token), 5, channel, now + 1000))
  })
  assert.equal((await verifyLedger(open, now)).clean, true, 'the log is whole from its first row on')
})

onBothDatabases('calls that run meanwhile are no drift', async (open) => {
  const { user, token, channel } = await givenHistory(open)
  const second = await openTest(open.main)
  try {
    let isOver = false
    await withLedger(open, async (ledger) => {
      const calling = (async () => {
        while (!isOver) {
          const call = callBy(user, token)
          await ledger.capture(captureFor(call, 3, channel))
        }
      })()
      try {
        for (let round = 0; round < 10; round++) assert.deepEqual((await verifyLedger(second, now)).drifts, [])
      } finally {
        isOver = true
        await calling
      }
    })
  } finally {
    await second.close()
  }
})

const script = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'scripts', 'ledger-verify.ts')

function runScript(env: Record<string, string>): Promise<{ code: number | string; report: { clean: boolean } }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number | string; report: { clean: boolean } }>()
  execFile(process.execPath, [script], { env: { ...childEnv, ...env } }, (error, stdout) =>
    resolve({ code: error ? (error.code ?? -1) : 0, report: JSON.parse(stdout) }),
  )
  return promise
}

for (const kind of databaseKinds)
  test(`the command prints one JSON document and succeeds only when clean [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind)
    t.after(drop)
    const open = await openTest(address)
    t.after(() => open.close())
    await givenHistory(open)
    await sql`UPDATE holds SET expires_at = 4000000000`.execute(open.store)
    const env: Record<string, string> =
      address.kind === 'sqlite' ? { SQLITE_PATH: address.path } : { SQL_DSN: address.url }
    const clean = await runScript(env)
    assert.deepEqual([clean.code, clean.report.clean], [0, true])
    await sql`UPDATE users SET quota = quota + 1`.execute(open.store)
    const drifted = await runScript(env)
    assert.deepEqual([drifted.code, drifted.report.clean], [1, false])
  })

test('the command does not call a database clean that is not there', async () => {
  const { code, report } = await runScript({ SQLITE_PATH: '/nowhere/to/be/found.db' })
  assert.deepEqual([code, report.clean], [2, false])
})
