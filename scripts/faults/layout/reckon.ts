import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sliceSeconds } from '../../../server/src/domain/money/wallet/slices/slice.ts'
import { expireHoldsEverySeconds } from '../../../server/src/jobs/expire-holds.ts'
import { eventually, patienceMs } from '../../../server/test/harness/eventually.ts'
import type { Key, Layout } from './layout.ts'
import { type CallOutcome, isCompleted, isRefused } from './load.ts'

export type Reckoning = {
  sent: number
  completed: number
  /** With 503, before anything was sent to the upstream. */
  refused: number
  /** The message of one of them. */
  refusal: string
  /** Neither completed nor refused. */
  failed: number
  charged: number
  /** Completed calls that were not charged, or too little. */
  lost: number
  /** Calls that were charged more than the upstream reported. */
  doubled: number
  /** The differences between the accounts; empty when they agree. */
  wrong: string[]
}

const restSuffix = '/rest' // a charge after that of an expired hold belongs to the same call
const consumption = 2
/** A slice whose commit has an unknown outcome is left to expire. */
const untilExpiredMs = (sliceSeconds + expireHoldsEverySeconds) * 1000

/**
 * Compares the usage that clients received, the upstream's account, the ledger and the log, call by call and in sum.
 */
export async function reckon(layout: Layout, key: Key, name: string, outcomes: CallOutcome[]): Promise<Reckoning> {
  const { charges, logged, held } = await settled(layout, key, outcomes)
  const mine = <Value>(of: ReadonlyMap<string, Value>) => [...of].filter(([prompt]) => prompt.startsWith(`${name} #`))
  const served = mine(layout.upstream.served)
  const completed = outcomes.filter(isCompleted)
  const refused = outcomes.filter(isRefused)
  const failed = outcomes.filter((call) => !isRefused(call) && !isCompleted(call))
  const chargeOf = ({ id = '' }: CallOutcome) => charges.get(id) ?? 0
  const lost = completed.filter((call) => chargeOf(call) < (call.tokens ?? 0))
  const doubled = completed.filter((call) => chargeOf(call) > (call.tokens ?? 0))
  const unserved = Math.max(0, charges.size - served.length)

  const wrong: string[] = []
  const sums = {
    received: sum(completed.map(({ tokens }) => tokens ?? 0)),
    served: sum(served.map(([, tokens]) => tokens)),
    ledger: sum([...charges.values()]),
    log: logged,
  }
  if (new Set(Object.values(sums)).size > 1) wrong.push(`sums differ: ${JSON.stringify(sums)}`)
  if (held > 0) wrong.push(`${held} holds are left`)
  for (const { prompt } of refused)
    if (layout.upstream.received.has(prompt)) wrong.push(`refused and sent to the upstream: ${prompt}`)
  for (const [prompt, times] of mine(layout.upstream.received))
    if (times > 1) wrong.push(`sent ${times} times to the upstream: ${prompt}`)
  for (const { prompt, status, reason } of failed) wrong.push(`${prompt}: ${status} ${reason}`)
  const verification = await verify(layout.dsn)
  if (verification !== 'clean') wrong.push(`ledger:verify: ${verification}`)
  return {
    sent: outcomes.length,
    completed: completed.length,
    refused: refused.length,
    refusal: refused[0]?.reason ?? '',
    failed: failed.length,
    charged: charges.size,
    lost: lost.length,
    doubled: doubled.length + unserved,
    wrong,
  }
}

/** Charges by request id, once nothing is held or spooled. A charge that is missing then is lost. */
async function settled({ query }: Layout, { token_id }: Key, outcomes: CallOutcome[]) {
  const completed = outcomes.filter(isCompleted)
  const read = async () => {
    const rows = await query<{ reference: string; amount: string }>(
      `SELECT reference, CASE kind WHEN 'charge' THEN amount ELSE -amount END AS amount FROM ledger
       WHERE token_id = $1 AND kind IN ('charge', 'refund')`,
      [token_id],
    )
    const charges = new Map<string, number>()
    for (const { reference, amount } of rows) {
      const id = reference.endsWith(restSuffix) ? reference.slice(0, -restSuffix.length) : reference
      charges.set(id, (charges.get(id) ?? 0) + Number(amount))
    }
    return charges
  }
  const countHeld = async () => {
    const [held] = await query<{ count: number }>('SELECT count(*)::int AS count FROM holds WHERE token_id = $1', [
      token_id,
    ])
    return held?.count ?? 0
  }
  await eventually(
    'every call is settled',
    async () => {
      const charges = await read()
      return completed.every(({ id = '' }) => charges.has(id)) && (await countHeld()) === 0
    },
    untilExpiredMs + patienceMs,
  ).catch(() => {}) // the comparison reports the missing charges
  const [log] = await query<{ total: string }>(
    'SELECT coalesce(sum(quota), 0) AS total FROM logs WHERE token_id = $1 AND type = $2',
    [token_id, consumption],
  )
  return { charges: await read(), logged: Number(log?.total), held: await countHeld() }
}

/** `npm run ledger:verify` as an operator runs it. */
function verify(dsn: string): Promise<string> {
  const script = join(import.meta.dirname, '..', '..', 'ledger-verify.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env: { PATH: process.env.PATH, SQL_DSN: dsn } }, (error, stdout) =>
      resolve(error ? stdout : 'clean'),
    )
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
