import { setTimeout as pause } from 'node:timers/promises'
import type { OptionValues } from '@turnpike/contract/options'
import type { Config } from '../../config.ts'
import { unpricedOf } from '../../domain/money/pricing/unpriced.ts'
import { type Verification, verifyLedger } from '../../domain/money/wallet/verify/verify.ts'
import { readAllServedModels } from '../../domain/routing/catalogue/catalogue.queries.ts'
import { findUnsetRoot } from '../../domain/system/setup/setup.rules.ts'
import { openVault } from '../../secrets/vault.ts'
import { databaseClock } from '../../store/database-clock.ts'
import type { OpenStore, Store } from '../../store/store.ts'
import { findSecretKey } from '../installation.ts'
import { judgeSecretKey } from '../sealed-values.queries.ts'
import { countLogs, countOldHolds } from './database.queries.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const oldHoldSeconds = 600
const logRowsMany = 20_000_000

export async function checkContents(open: OpenStore): Promise<Finding[]> {
  const clock = databaseClock(open)
  await clock.sync()
  const { store } = open
  const holds = await countOldHolds(store, clock.now() - oldHoldSeconds)
  const logs = (await countLogs(store)) + (open.logStore === store ? 0 : await countLogs(open.logStore))
  return [
    (await findUnsetRoot({ store }))
      ? problem('root password', 'root has the password that everybody knows', 'Sign in as root and change it.')
      : ok('root password', 'not the well-known one'),
    await checkLedger(open, clock.now()),
    holds > 0
      ? warning(
          'holds',
          `${holds} calls that ended long ago still hold quota`,
          'A running server releases them; start one.',
        )
      : ok('holds', 'none is old'),
    logs > logRowsMany
      ? warning(
          'log size',
          `about ${logs} rows`,
          'Clear old rows under Settings → Operation → Log, or set LOG_SQL_DSN.',
        )
      : ok('log size', `about ${logs} rows`),
  ]
}

/** Without a store, checks the key itself and whether it exists; the first start makes one. */
export async function checkKey(config: Config, store?: Store): Promise<Finding> {
  const check = 'secret key'
  try {
    const key = findSecretKey(config)
    const verdict = store ? await judgeSecretKey(store, openVault(key ?? Buffer.alloc(32))) : 'unknown'
    if (!key && verdict === 'wrong')
      return problem(check, 'there is none', 'Put the file secret-key back into DATA_DIR, or set SECRET_KEY.')
    if (verdict === 'wrong')
      return problem(check, 'it does not open the stored keys', 'Use the secret key that this database was made with.')
    if (!key) return ok(check, 'there is none yet; the first start makes it')
    return ok(check, verdict === 'opens' ? 'it opens the stored keys' : 'nothing is sealed with it yet')
  } catch (error) {
    return problem(check, reasonOf(error), 'Set a random SECRET_KEY, or leave it out and let the first start make one.')
  }
}

async function checkLedger(open: OpenStore, now: number): Promise<Finding> {
  const { checked, drifts } = await settledVerification(open, now)
  if (drifts.length === 0) return ok('ledger', `clean: ${checked.users} users, ${checked.entries} entries`)
  const found = `${drifts.length} differences, the first: ${drifts[0]?.what} of ${drifts[0]?.id}`
  return problem('ledger', found, 'npm run ledger:verify shows all of them.')
}

/** Rows that are moving to the log database look like a difference of the log alone; they are there a moment later. */
async function settledVerification(open: OpenStore, now: number): Promise<Verification> {
  for (let attempt = 1; ; attempt++) {
    const verification = await verifyLedger(open, now)
    const isMoving = open.logStore !== open.store && verification.drifts.every(({ law }) => law === 'L10')
    if (verification.clean || !isMoving || attempt === 3) return verification
    await pause(1000)
  }
}

const namesMax = 10

/** Whether every model of the enabled channels has a price. Calls of a model without one are refused. */
export async function checkPrices(store: Store, options: OptionValues): Promise<Finding> {
  const served = (await readAllServedModels(store)).sort()
  const unpriced = unpricedOf(options, served)
  if (unpriced.length === 0) return ok('prices', `all ${served.length} models of enabled channels have one`)
  const more = unpriced.length > namesMax ? ` and ${unpriced.length - namesMax} more` : ''
  return warning(
    'prices',
    `${unpriced.length} of ${served.length} models of enabled channels have none: ${unpriced.slice(0, namesMax).join(', ')}${more}`,
    'Calls of them are refused. Set their prices under Settings → Operation → Model prices, or take them off their channels.',
  )
}
