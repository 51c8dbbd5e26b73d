import type { OpenStore, Store } from '../../../../store/store.ts'
import { parseKey, readCounters } from '../../../routing/limits/counter-key.ts'
import { isBudget } from '../../../routing/limits/window.ts'
import { partsOf } from '../ledger/sources.ts'
import {
  allowLongStatements,
  countRows,
  type Drift,
  findChannelDrift,
  findMoveDrift,
  findPotDrift,
  findRepeatedEntries,
  findStrayHolds,
  findTokenDrift,
  findUnjustified,
  findUserDrift,
  oldestConsumption,
  readHoldsOfPots,
  readLimitedHolds,
  readPotsHeld,
  readReserved,
  type Spending,
  sumLog,
  sumLoggedCharges,
} from './verify.queries.ts'
import {
  findOverReserved,
  findShareDrift,
  findUnjustifiedPayouts,
  findUnpostedShares,
} from './verify-agents.queries.ts'

export type Verification = {
  clean: boolean
  checked_at: number
  checked: { users: number; tokens: number; entries: number; holds: number }
  drifts: Drift[]
}

/** A hold may outlive its expiry until the next run of the job that ends it, and while the database is away. */
const graceSeconds = 60

/**
 * Verifies the ledger on a live database: balances, holds, counters, statuses and the consumption log must agree with
 * the entries. All rows are read from one snapshot, so calls that run meanwhile do not look like drift. Log rows must
 * not be moved between databases while it runs.
 */
export async function verifyLedger(
  open: Pick<OpenStore, 'store' | 'logStore' | 'dialect'>,
  now: number,
): Promise<Verification> {
  const snapshot = open.store.transaction().setAccessMode('read only')
  const isolated = open.dialect === 'postgres' ? snapshot.setIsolationLevel('repeatable read') : snapshot
  return isolated.execute(async (store) => {
    if (open.dialect === 'postgres') await allowLongStatements(store)
    const logs = open.logStore === open.store ? [store] : [store, open.logStore]
    const drifts = [
      ...(await userDrifts(store)),
      ...(await tokenDrifts(store)),
      ...(await channelDrifts(store)),
      ...(await potDrifts(store)),
      ...(await holdDrifts(store, now)),
      ...(await counterDrifts(store)),
      ...(await entryDrifts(store)),
      ...(await agentDrifts(store)),
      ...(await logDrifts(store, logs)),
    ]
    const [checked = { users: 0, tokens: 0, entries: 0, holds: 0 }] = await countRows(store)
    return { clean: drifts.length === 0, checked_at: now, checked, drifts }
  })
}

const unequal = (drift: Drift): Drift[] => (drift.expected === drift.found ? [] : [drift])

async function userDrifts(store: Store): Promise<Drift[]> {
  return (await findUserDrift(store)).flatMap((row) => [
    ...unequal({ law: 'L1', what: 'user quota', id: row.id, expected: row.posted, found: row.quota }),
    ...unequal({ law: 'L1', what: 'user affiliate quota', id: row.id, expected: row.affiliate, found: row.aff_quota }),
    ...unequal({ law: 'L2', what: 'user held', id: row.id, expected: row.open, found: row.held }),
    ...unequal({ law: 'L6', what: 'user used quota', id: row.id, expected: row.spent, found: row.used_quota }),
    // Only charges with an overdraft take a balance below zero.
    ...(row.quota < -row.overdraft
      ? [{ law: 'L3', what: 'user quota below zero', id: row.id, expected: -row.overdraft, found: row.quota }]
      : []),
  ])
}

async function tokenDrifts(store: Store): Promise<Drift[]> {
  return (await findTokenDrift(store)).flatMap((row) => [
    ...unequal({ law: 'L2', what: 'token held', id: row.id, expected: row.open, found: row.held }),
    ...unequal({ law: 'L6', what: 'token used quota', id: row.id, expected: row.spent, found: row.used_quota }),
  ])
}

async function potDrifts(store: Store): Promise<Drift[]> {
  const held = new Map<number, number>()
  for (const hold of await readHoldsOfPots(store))
    for (const { id, amount } of partsOf(hold) ?? []) if (id !== 0) held.set(id, (held.get(id) ?? 0) + amount)
  const found = new Map((await readPotsHeld(store)).map((pot) => [pot.id, pot.held]))
  return [
    ...(await findPotDrift(store)).map(({ id, quota, expected }) => {
      return { law: 'L1', what: 'pot quota', id, expected, found: quota }
    }),
    ...[...new Set([...held.keys(), ...found.keys()])].flatMap((id) =>
      unequal({ law: 'L2', what: 'pot held', id, expected: held.get(id) ?? 0, found: found.get(id) ?? 0 }),
    ),
    ...(await findMoveDrift(store)).map(({ kind, reference, from_pots, moved }) => {
      return { law: 'L1', what: `part of pots in a ${kind}`, id: reference, expected: from_pots, found: moved }
    }),
  ]
}

async function channelDrifts(store: Store): Promise<Drift[]> {
  return (await findChannelDrift(store)).map(({ id, spent, used_quota }) => {
    return { law: 'L6', what: 'channel used quota', id, expected: spent, found: used_quota }
  })
}

async function holdDrifts(store: Store, now: number): Promise<Drift[]> {
  return (await findStrayHolds(store, now - graceSeconds)).map(({ request_id, expires_at, user_id, token_id }) =>
    expires_at < now - graceSeconds
      ? { law: 'L2', what: 'hold past its expiry', id: request_id, expected: now, found: expires_at }
      : { law: 'L2', what: 'hold of nobody', id: request_id, expected: user_id, found: token_id },
  )
}

/** A limit has reserved what the open holds of its calls reserve: their amounts, their costs, or their number. */
async function counterDrifts(store: Store): Promise<Drift[]> {
  const reserved = new Map((await readReserved(store)).map(({ key, amount }) => [key, amount]))
  const held = new Map<string, number>()
  for (const { limits, amount } of await readLimitedHolds(store))
    for (const { key, cost } of readCounters(limits)) {
      const own = isBudget(key) ? (cost ?? amount) : parseKey(key).measure === 'calls' ? 1 : 0
      held.set(key, (held.get(key) ?? 0) + own)
    }
  return [...new Set([...reserved.keys(), ...held.keys()])].flatMap((id) =>
    unequal({ law: 'L2', what: 'reserved by a limit', id, expected: held.get(id) ?? 0, found: reserved.get(id) ?? 0 }),
  )
}

async function entryDrifts(store: Store): Promise<Drift[]> {
  const repeated = await findRepeatedEntries(store)
  const unjustified = await findUnjustified(store)
  return [
    ...repeated.map(({ kind, reference, count }) => {
      return { law: 'L5', what: `${kind} entries`, id: reference, expected: 1, found: count }
    }),
    ...unjustified.map(({ what, id, status, credited }) => {
      return { law: 'L6', what: `${what} and its credit`, id, expected: status, found: credited }
    }),
  ]
}

async function agentDrifts(store: Store): Promise<Drift[]> {
  const found = {
    'shares of an agent': { law: 'L1', rows: await findShareDrift(store) },
    'earnings reserved by payouts': { law: 'L2', rows: await findOverReserved(store) },
    'share and its entry': { law: 'L6', rows: await findUnpostedShares(store) },
    'payout and its entry': { law: 'L6', rows: await findUnjustifiedPayouts(store) },
  }
  return Object.entries(found).flatMap(([what, { law, rows }]) => rows.map((row) => ({ law, what, ...row })))
}

async function logDrifts(store: Store, logs: Store[]): Promise<Drift[]> {
  const oldest = await Promise.all(logs.map(oldestConsumption))
  const since = Math.min(...oldest.map((at) => at ?? Number.POSITIVE_INFINITY))
  if (since === Number.POSITIVE_INFINITY) return [] // cleared, or never switched on
  const charged = sumsOf(await sumLoggedCharges(store, since))
  const logged = sumsOf((await Promise.all(logs.map((one) => sumLog(one, since)))).flat())
  return [...new Set([...charged.keys(), ...logged.keys()])].flatMap((id) =>
    unequal({ law: 'L10', what: 'consumption log', id, expected: charged.get(id) ?? 0, found: logged.get(id) ?? 0 }),
  )
}

function sumsOf(rows: Spending[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { user_id, caller_id, token_id, channel_id, amount } of rows) {
    const member = caller_id === 0 ? '' : `, member ${caller_id}`
    const key = `user ${user_id}${member}, token ${token_id}, channel ${channel_id}`
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return sums
}
