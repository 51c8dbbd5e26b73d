import { mkdtempSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { createLedger } from '../../src/domain/money/wallet/ledger/ledger.ts'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { openStore } from '../../src/store/store.ts'
import { callBy, holdFor, now, silent } from '../harness/ledger.ts'

export type FrozenWork = {
  main: DatabaseAddress
  users: number[]
  /** Whose transaction it freezes in: one of the ledger's own connection, or one of the pool. */
  how: 'ledger' | 'console'
}

/**
 * A process that stops itself, as by SIGSTOP, while its transaction has locked these users. It says `frozen` before it
 * does, and ends by itself when it is continued.
 */
const [text] = process.argv.slice(2)
if (!text) throw new Error('what to do?')
const { main, users, how } = JSON.parse(text) as FrozenWork
const open = await openStore({ main, synchronous: 'FULL', poolSize: 2 })

let hasFrozen = false
function freeze() {
  if (hasFrozen) return
  hasFrozen = true
  writeSync(1, 'frozen\n')
  process.kill(process.pid, 'SIGSTOP')
}

async function holdAll() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  const ledger = createLedger({ open, clock: () => now, log: silent, spoolFolder: folder })
  const query = Client.prototype.query
  Client.prototype.query = function (this: Client, ...given: unknown[]) {
    const [sent] = given as [string | { text: string }]
    // The users are locked and the changes are not sent yet.
    if (typeof sent === 'object' && /UPDATE users/.test(sent.text)) freeze()
    return Reflect.apply(query, this, given)
  } as typeof query
  await Promise.all(users.map((user) => ledger.hold(holdFor(callBy(user), 10))))
  await ledger.close()
}

const changeAll = () =>
  open.store.transaction().execute(async (transaction) => {
    for (const user of users) await sql`UPDATE users SET display_name = 'x' WHERE id = ${user}`.execute(transaction)
    freeze()
  })

await { ledger: holdAll, console: changeAll }[how]().catch(() => {})
await open.close()
process.exit()
