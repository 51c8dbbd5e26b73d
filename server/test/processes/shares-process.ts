import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { shareOrders } from '../../src/domain/money/agents/shares/run-shares.rules.ts'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { openStore } from '../../src/store/store.ts'
import { marketOf } from '../ledger/agents.ts'

/**
 * A process that makes the shares of agents without a lease until it is killed. It says `ready`, waits for a line, and says
 * how often it has looked for orders.
 */
const [text] = process.argv.slice(2)
if (!text) throw new Error('which database?')
const open = await openStore({ main: JSON.parse(text) as DatabaseAddress, synchronous: 'NORMAL', poolSize: 2 })
const market = marketOf(open.store)
process.stdout.write('ready\n')
for await (const _ of createInterface({ input: process.stdin })) break
for (let round = 1; ; round++) {
  await shareOrders(market, async () => true)
  process.stdout.write(`round ${round}\n`)
  await pause(2)
}
