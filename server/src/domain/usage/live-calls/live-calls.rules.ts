import type { LiveCall, LiveChannel, LiveQuery } from '@turnpike/contract/usage/live-calls'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { requestLook, wakeWatches } from '../../../store/revision.ts'
import { type Actor, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { readAccountNames } from '../logs/logs.queries.ts'
import { type CallBoard, type Published, readPublished } from './call-board.ts'
import {
  deleteOldLiveRows,
  insertCancel,
  readChannelNames,
  readLookedUntil,
  readOthersCalls,
} from './live-calls.queries.ts'

export type LiveDeps = Pick<Deps, 'store' | 'clock'> & { callBoard: CallBoard }

/** How long processes publish after the last request of a page, and when that time is extended. */
const lookSeconds = 8
const renewSeconds = 4
/** Older rows belong to a process that has ended. */
const freshSeconds = 5
const keptSeconds = 60

/**
 * The running calls of all processes: those of this process as they are now, those of the others as of a second ago.
 */
export async function listLive(deps: LiveDeps, query: LiveQuery) {
  const boards = await readBoards(deps)
  const counts = new Map(query.watch.map((id) => [id, 0]))
  for (const { channels } of boards) for (const [id, calls] of channels) counts.set(id, (counts.get(id) ?? 0) + calls)
  const channels = await namedChannels(deps, counts)
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  const matching = (await withAccounts(deps, boards))
    .filter((call) => matches(call, query, names))
    .sort((one, other) => other.ms - one.ms)
  return {
    calls: matching.slice(0, query.limit),
    matching: matching.length,
    total: boards.reduce((sum, { total }) => sum + total, 0),
    channels,
    processes: boards.length,
  }
}

/** The running calls, with the names of the organisations that pay. */
async function withAccounts({ store }: LiveDeps, boards: readonly Published[]): Promise<LiveCall[]> {
  const calls = boards.flatMap((board) => board.calls)
  const names = await readAccountNames(
    store,
    calls.map(({ account_id = 0 }) => ({ account_id })),
  )
  return calls.map((call) => (call.account_id ? { ...call, account: names.get(call.account_id) ?? '' } : call))
}

async function readBoards({ store, clock, callBoard }: LiveDeps): Promise<Published[]> {
  const now = clock()
  await keepLooking(store, now)
  const rows = await readOthersCalls(store, callBoard.process, now - freshSeconds)
  const others = rows.map(({ calls }) => readPublished(calls)).filter((board) => board !== undefined)
  return [callBoard.own(), ...others]
}

/** Stores that a page shows running calls. Several pages together write it no more often than one. */
async function keepLooking(store: Deps['store'], now: number): Promise<void> {
  if ((await readLookedUntil(store)) >= now + renewSeconds) return
  await deleteOldLiveRows(store, now - keptSeconds)
  await requestLook(store, now + lookSeconds)
}

async function namedChannels({ store }: LiveDeps, counts: ReadonlyMap<number, number>): Promise<LiveChannel[]> {
  if (counts.size === 0) return []
  const rows = await readChannelNames(store, [...counts.keys()])
  return rows
    .map((row) => ({ ...row, calls: counts.get(row.id) ?? 0 }))
    .sort((one, other) => other.calls - one.calls || one.id - other.id)
}

function matches(call: LiveCall, query: LiveQuery, names: ReadonlyMap<number, string>): boolean {
  const { username, token_name, model_name, channel } = query
  return (
    isBy(call, username) &&
    has(call.token_name, token_name) &&
    has(call.model, model_name) &&
    (channel === '' || String(call.channel_id) === channel || has(names.get(call.channel_id) ?? '', channel))
  )
}

const isBy = ({ user_id, account_id, username, account = '' }: LiveCall, wanted: string) =>
  wanted === '' ||
  [user_id, account_id].some((id) => String(id) === wanted) ||
  has(username, wanted) ||
  has(account, wanted)

const has = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase())

/** Ends a call: at once in this process, in another one within two seconds. */
export async function cancelLive(deps: LiveDeps, requestId: string, actor: Actor): Promise<undefined> {
  const { store, callBoard } = deps
  const boards = await readBoards(deps)
  const call = boards.flatMap(({ calls }) => calls).find(({ request_id }) => request_id === requestId)
  if (!call?.can_cancel) throw new AppError('call_over')
  const isOwn = callBoard.own().calls.some(({ request_id }) => request_id === requestId)
  await store.transaction().execute(async (transaction) => {
    if (!isOwn) await insertCancel(transaction, requestId, actor.at)
    const { user_id, account_id, username, model, channel_id, phase, ms, cost } = call
    await writeAudit(transaction, actor, {
      action: 'call.cancel',
      target: requestId,
      detail: { user_id, model, channel_id, phase, ms, cost },
    })
    await logAdminAction(transaction, actor, {
      user: { id: user_id, username },
      event: 'call_cancelled',
      account_id: account_id ?? 0,
      params: { model, call: requestId },
    })
    await wakeWatches(transaction)
  })
  if (isOwn) callBoard.cancel(requestId)
}
