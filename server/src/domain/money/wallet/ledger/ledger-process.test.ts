import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf, readHolds, readUser } from '../../../../../test/harness/ledger.ts'
import { isLongRun } from '../../../../../test/harness/long-run.ts'
import { readPots } from '../../../../../test/ledger/pots.ts'
import { givenWork, givenWorkOfMembers, givenWorkOfPot } from '../../../../../test/processes/given-work.ts'
import { startLedgerProcess } from '../../../../../test/processes/start-ledger-process.ts'

onBothDatabases('two processes grant a balance once between them', async (open, t) => {
  const work = await givenWork(t, open, 100)
  const start = () => startLedgerProcess({ ...work, kind: 'hold', count: 32 })
  const processes = await Promise.all([start(), start()])
  for (const { go } of processes) go()
  await Promise.all(processes.map(({ ended }) => ended))
  const responses = processes.flatMap(({ lines }) => lines)
  assert.equal(responses.length, 64)
  assert.equal(responses.filter((line) => line === 'hold true').length, 10)
  assert.equal((await readUser(open.store, work.user)).held, 100)
  assert.deepEqual(await driftsOf(open, Math.floor(Date.now() / 1000)), [])
})

onBothDatabases("two processes grant an organisation's balance once between its members", async (open, t) => {
  const works = await givenWorkOfMembers(t, open, 100)
  const processes = await Promise.all(works.map((work) => startLedgerProcess({ ...work, kind: 'hold', count: 32 })))
  for (const { go } of processes) go()
  await Promise.all(processes.map(({ ended }) => ended))
  const responses = processes.flatMap(({ lines }) => lines)
  assert.equal(responses.filter((line) => line === 'hold true').length, 10)
  const callers = new Set((await readHolds(open.store)).map(({ caller_id }) => caller_id))
  assert.ok([...callers].every((id) => works.some(({ caller }) => caller === id)))
  assert.equal((await readUser(open.store, works[0]?.user ?? 0)).held, 100)
  assert.deepEqual(await driftsOf(open, Math.floor(Date.now() / 1000)), [])
})

const payers = [
  { pays: 'a pot for ten and a balance for five', hasBalance: true, begun: 15 },
  { pays: 'a pot for ten alone', hasBalance: false, begun: 10 },
]
for (const { pays, hasBalance, begun } of isLongRun ? payers : payers.slice(0, 1))
  onBothDatabases(`of 200 calls of two processes begin as many as ${pays} can pay`, async (open, t) => {
    const work = await givenWorkOfPot(t, open, { amount: 100, quota: 50, hasBalance })
    const start = () => startLedgerProcess({ ...work, kind: 'hold', count: 100 })
    const processes = await Promise.all([start(), start()])
    for (const { go } of processes) go()
    await Promise.all(processes.map(({ ended }) => ended))
    const responses = processes.flatMap(({ lines }) => lines)
    assert.equal(responses.length, 200)
    assert.equal(responses.filter((line) => line === 'hold true').length, begun)
    assert.deepEqual(await readPots(open.store, work.user), [{ quota: 100, held: 100 }])
    assert.equal((await readUser(open.store, work.user)).held, hasBalance ? 50 : 0)
    assert.deepEqual(await driftsOf(open, Math.floor(Date.now() / 1000)), [])
  })

onBothDatabases('two processes credit an order once between them', async (open, t) => {
  const work = await givenWork(t, open, 0)
  const start = () => startLedgerProcess({ ...work, kind: 'post', count: 8 })
  const processes = await Promise.all([start(), start()])
  for (const { go } of processes) go()
  await Promise.all(processes.map(({ ended }) => ended))
  const responses = processes.flatMap(({ lines }) => lines)
  assert.deepEqual([responses.length, responses.filter((line) => line === 'post true').length], [16, 1])
  assert.equal((await readUser(open.store, work.user)).quota, 50)
})
