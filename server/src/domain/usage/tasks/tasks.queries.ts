import { type TaskPlatform, taskDone } from '@turnpike/contract/usage/task'
import type { Insertable, Selectable } from 'kysely'
import { changesRow } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { sumRefunds } from '../../money/refunds/call-refunds.queries.ts'
import type { TaskState } from './task-state.ts'

/** Whether a text can be an upstream's task id. No row has any other, and PostgreSQL refuses some other texts. */
export const isTaskId = (id: string): boolean => /^[\x21-\x7e]{1,256}$/.test(id)

export type TaskRow = Selectable<Database['tasks']>
export type NewTask = Insertable<Database['tasks']>

export const insertTask = (store: Store, task: NewTask): Promise<TaskRow> =>
  store.insertInto('tasks').values(task).returningAll().executeTakeFirstOrThrow()

const unfinished = (store: Store) => store.updateTable('tasks').where('progress', '<>', taskDone)

export type Acceptance = Pick<
  TaskRow,
  'task_id' | 'channel_id' | 'key_id' | 'quota' | 'cost' | 'can_cancel' | 'charge_due' | 'poll_at'
> &
  TaskState

/** Stores that the upstream has accepted a task. False when it was given up meanwhile. */
export const acceptTask = (store: Store, id: number, accepted: Acceptance, at: number): Promise<boolean> =>
  changesRow(
    unfinished(store)
      .set({ ...accepted, updated_at: at })
      .where('id', '=', id)
      .where('status', '=', ''),
  )

/** Of concurrent changes to a running task, one succeeds: the status must still be the one that was read. */
export const moveTask = (
  store: Store,
  { id, status }: Pick<TaskRow, 'id' | 'status'>,
  state: TaskState & Partial<Pick<TaskRow, 'quota' | 'refunded' | 'channel_id'>>,
  at: number,
): Promise<boolean> =>
  changesRow(
    unfinished(store)
      .set({ ...state, updated_at: at })
      .where('id', '=', id)
      .where('status', '=', status)
      .where('charge_due', '=', ''), // a failure refunds the charge, so the charge must be known first
  )

/** The charge of a call that was not refunded before, whether it had one, and whether it is in the log. */
export async function chargedFor(
  transaction: Store,
  request_id: string,
): Promise<{ amount: number; isCharged: boolean; isLogged: boolean }> {
  const charge = await transaction
    .selectFrom('ledger')
    .select(['amount', 'is_logged'])
    .where('kind', '=', 'charge')
    .where('reference', '=', request_id)
    .executeTakeFirst()
  const refunded = charge ? ((await sumRefunds(transaction, [request_id])).get(request_id) ?? 0) : 0
  return {
    amount: (charge?.amount ?? 0) - refunded,
    isCharged: charge !== undefined,
    isLogged: charge?.is_logged === 1,
  }
}

/** Also of a token that was deleted meanwhile. */
export async function findTokenName(store: Store, id: number): Promise<string | undefined> {
  return (await store.selectFrom('tokens').select('name').where('id', '=', id).executeTakeFirst())?.name
}

export async function noteCaptured(store: Store, id: number): Promise<void> {
  await store.updateTable('tasks').set({ charge_due: '' }).where('id', '=', id).execute()
}

/** Accepted tasks whose charge no process has captured since `before`. */
export const readToCharge = (store: Store, before: number, limit: number): Promise<TaskRow[]> =>
  store
    .selectFrom('tasks')
    .selectAll()
    .where('charge_due', '<>', '')
    .where('updated_at', '<=', before)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Running tasks that were submitted so long ago; `status` narrows them to those that no upstream has accepted. */
export function readSubmittedBefore(store: Store, submit_time: number, limit: number, status?: ''): Promise<TaskRow[]> {
  const old = store
    .selectFrom('tasks')
    .selectAll()
    .where('progress', '<>', taskDone)
    .where('charge_due', '=', '')
    .where('submit_time', '<', submit_time)
  return (status === undefined ? old : old.where('status', '=', status)).orderBy('id').limit(limit).execute()
}

type Claim = { holder: string; now: number; seconds: number; limit: number }

/** Claims tasks that are due for a poll: no other process polls them meanwhile. */
export async function claimDueTasks(store: Store, { holder, now, seconds, limit }: Claim): Promise<TaskRow[]> {
  const due = await store
    .selectFrom('tasks')
    .select('id')
    .where('progress', '<>', taskDone)
    .where('status', '<>', '')
    .where('charge_due', '=', '')
    .where('poll_at', '<=', now)
    .where('leased_until', '<=', now)
    .orderBy('poll_at')
    .limit(limit)
    .execute()
  if (due.length === 0) return [] // usually, and then nothing is written
  return unfinished(store)
    .set({ leased_by: holder, leased_until: now + seconds })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('leased_until', '<=', now)
    .returningAll()
    .execute()
}

/** The result of a poll: a report on the task, a response without it, or a failure. */
export type PollResult = 'reported' | 'missed' | 'failed'

/** Ends the claim on polled tasks. */
export async function releaseTasks(
  store: Store,
  ids: readonly number[],
  { holder, pollResult, poll_at }: { holder: string; pollResult: PollResult; poll_at: number },
): Promise<void> {
  if (ids.length === 0) return
  await store
    .updateTable('tasks')
    .set(({ eb }) => ({
      poll_at,
      poll_failures: pollResult === 'failed' ? eb('poll_failures', '+', 1) : 0,
      ...(pollResult !== 'failed' && { misses: pollResult === 'missed' ? eb('misses', '+', 1) : 0 }),
      leased_by: '',
      leased_until: 0,
    }))
    .where('id', 'in', ids)
    .where('leased_by', '=', holder)
    .execute()
}

/** Whose tasks: the user's who submitted them, at the expense of an organisation or, with 0, of their own. */
export type TaskOwner = Pick<TaskRow, 'user_id' | 'account_id'>

/** A user's own tasks by the ids that clients know, newest first: two upstreams may give the same id. */
export async function findTasks(
  store: Store,
  { user_id, account_id }: TaskOwner,
  platform: TaskPlatform,
  ids: readonly string[],
): Promise<TaskRow[]> {
  const known = ids.filter(isTaskId)
  if (known.length === 0) return []
  return store
    .selectFrom('tasks')
    .selectAll()
    .where('task_id', 'in', known)
    .where('user_id', '=', user_id)
    .where('account_id', '=', account_id)
    .where('platform', '=', platform)
    .orderBy('id', 'desc')
    .execute()
}

export async function findTask(
  store: Store,
  owner: TaskOwner,
  platform: TaskPlatform,
  task_id: string,
): Promise<TaskRow | undefined> {
  const [newest] = await findTasks(store, owner, platform, [task_id])
  return newest
}

/** Tasks of anybody by the upstream's id, newest first; few, because only other upstreams and windows share an id. */
export const findTasksByUpstreamId = (store: Store, platform: TaskPlatform, task_id: string): Promise<TaskRow[]> =>
  !isTaskId(task_id)
    ? Promise.resolve([])
    : store
        .selectFrom('tasks')
        .selectAll()
        .where('task_id', '=', task_id)
        .where('platform', '=', platform)
        .orderBy('id', 'desc')
        .limit(20)
        .execute()

export const findTaskById = (store: Store, id: number): Promise<TaskRow | undefined> =>
  store.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()

/** Stored in place of the reports of a task that its owner has deleted. */
export const deletedData = '{"deleted":true}'

/** The owner deleted the output of the task. The row stays, for accounting. */
export async function noteDeleted(store: Store, { id }: TaskRow): Promise<void> {
  await store.updateTable('tasks').set({ data: deletedData }).where('id', '=', id).execute()
}
