import type { Deps } from '../../../../deps.ts'
import { readLastEntry, readMarks, writeMarks } from '../../../system/notifications/notifications.queries.ts'
import { readCredits } from './credits.queries.ts'
import { readDueOrders } from './due-orders.queries.ts'
import { shareCredit } from './share-credit.rules.ts'
import { shareOrder } from './share-order.rules.ts'
import { dayOf, dayText, shareSpend } from './share-spend.rules.ts'
import { readAgentStarts, readSpenders } from './spend.queries.ts'

type SharesDeps = Pick<Deps, 'store' | 'options' | 'clock' | 'log'>
type KeepLease = () => Promise<boolean>

const batchMax = 100

/** Each row has its own transaction: one that fails does not stop the others. Returns how many shares are held. */
async function inBatches<Row extends { id: number }>(
  { log }: Pick<Deps, 'log'>,
  name: string,
  {
    read,
    work,
    keepLease,
  }: {
    read(after: number): Promise<Row[]>
    work(row: Row): Promise<number>
    keepLease: KeepLease
  },
): Promise<{ held: number; isDone: boolean }> {
  let held = 0
  for (let after = 0; ; ) {
    if (!(await keepLease())) return { held, isDone: false }
    const rows = await read(after)
    for (const row of rows)
      held += await work(row).catch((error: unknown) => {
        log.error('share failed', { step: name, id: row.id, error })
        return 0
      })
    if (rows.length < batchMax) return { held, isDone: true }
    after = rows.at(-1)?.id ?? 0
  }
}

/** Orders that were paid, refunded or disputed. Without agents, shares that were made are still taken back. */
export async function shareOrders(deps: SharesDeps, keepLease: KeepLease): Promise<number> {
  const { held } = await inBatches(deps, 'order', {
    read: (after) => readDueOrders(deps.store, after, batchMax),
    work: (order) => shareOrder(deps, order),
    keepLease,
  })
  return held
}

const creditsMark = 'credit shares'

/**
 * Credits without a payment since the run before last: entries may appear out of order. Those from before the first run,
 * or from a time without agents, bring nothing.
 */
export async function shareCredits(deps: SharesDeps, keepLease: KeepLease): Promise<number> {
  const { store, options } = deps
  const last = await readLastEntry(store)
  const marks = await readMarks(store, creditsMark)
  const isOn = options.current().AgentsEnabled
  const from = isOn ? (marks?.before_last ?? last) : last
  const { held, isDone } = await inBatches(deps, 'credit', {
    read: async (after) =>
      from === last ? [] : readCredits(store, { after: Math.max(after, from), upTo: last }, batchMax),
    work: (credit) => shareCredit(deps, credit),
    keepLease,
  })
  if (isDone) await writeMarks(store, creditsMark, { before_last: isOn ? (marks?.last ?? last) : last, last })
  return held
}

const spendMark = 'spend shares'

/** The spend of yesterday, of every account whose inviter is or was an agent. The mark is the day that was counted last. */
export async function shareSpends(deps: SharesDeps, keepLease: KeepLease): Promise<number> {
  const { store, clock, log } = deps
  const day = dayOf(clock()) - 1
  const marks = await readMarks(store, spendMark)
  if (marks && marks.last >= day) return 0
  let all = 0
  for (const { user_id: agent_id, active_from } of await readAgentStarts(store))
    for (const level of [1, 2] as const) {
      const { held, isDone } = await inBatches(deps, 'spend', {
        read: (after) => readSpenders(store, { agent_id, level, active_from }, { after, limit: batchMax }),
        work: ({ id }) => shareSpend(deps, { agent_id, level }, id, day),
        keepLease,
      })
      all += held
      if (!isDone) return all
    }
  await writeMarks(store, spendMark, { before_last: marks?.last ?? day, last: day })
  log.info('spend counted', { day: dayText(day) })
  return all
}
