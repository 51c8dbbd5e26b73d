import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf } from '../../../../../test/harness/ledger.ts'
import { type Market, marketOf } from '../../../../../test/ledger/agents.ts'
import type { OpenStore } from '../../../../store/store.ts'

const script = join(import.meta.dirname, '..', '..', '..', '..', '..', 'test', 'processes', 'shares-process.ts')
const kills = 8

/** A process that makes shares; `rounds` resolves when it has looked for orders so often. */
async function startSharing({ main }: OpenStore) {
  const child = spawn(process.execPath, [script, JSON.stringify(main)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const reader = createInterface({ input: child.stdout })
  const ended = once(child, 'close').then(() => {})
  await Promise.race([once(reader, 'line'), ended])
  let count = 0
  reader.on('line', () => count++)
  child.stdin.write('go\n')
  return {
    async rounds(wanted: number) {
      while (count < wanted && child.exitCode === null) await Promise.race([once(reader, 'line'), ended])
      assert.equal(child.exitCode, null, 'it runs until it is killed')
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Payments of which some are refunded or disputed, while processes make shares. */
async function trade(market: Market, payers: readonly number[]): Promise<void> {
  for (const payer of payers) {
    const [whole, half, disputed] = [await market.pay(payer), await market.pay(payer), await market.pay(payer)]
    await market.refund(whole, 1000)
    await market.refund(half, 500)
    await market.dispute(disputed, 'open')
  }
}

onBothDatabases(
  'two processes that are killed at any point make every share once, and take it back once',
  async (open) => {
    const market = marketOf(open.store)
    const second = await market.agent({ terms: { second_share: 10, waiting_days: 0 } })
    const agent = await market.agent({ invitedBy: second, terms: { share: 20, waiting_days: 0 } })
    const payers = [await market.person({ invitedBy: agent }), await market.person({ invitedBy: agent })]
    for (let kill = 0; kill < kills; kill++) {
      const [one, two] = await Promise.all([startSharing(open), startSharing(open)])
      const trading = trade(market, payers)
      await one.rounds(2)
      await trading
      await one.kill()
      const before = trade(market, payers)
      await two.rounds(2 + kill)
      await two.kill()
      await before
    }
    await market.shareAll()
    const orders = kills * 2 * payers.length * 3
    for (const [id, amount] of [
      [agent, 200],
      [second, 100],
    ] as const) {
      const shares = await market.sharesOf(id)
      assert.equal(shares.length, orders)
      const worth = shares.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0)
      assert.equal(worth, ((orders / 3) * amount) / 2, 'half of every third payment is left')
      assert.deepEqual([await market.earningsOf(id), await market.debtOf(id)], [worth, 0])
    }
    assert.deepEqual(await driftsOf(open), [])
  },
)
