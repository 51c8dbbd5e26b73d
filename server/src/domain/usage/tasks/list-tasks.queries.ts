import type { TaskPlatform } from '@turnpike/contract/usage/task'
import { type SqlBool, sql } from 'kysely'
import { countRows } from '../../../store/row-counts.ts'
import type { Store } from '../../../store/store.ts'
import { storable } from '../../money/wallet/ledger/storable-texts.ts'
import { deletedData, findTask, type TaskOwner, type TaskRow } from './tasks.queries.ts'

export type ListedTask = TaskRow & { username: string }

/** The filters of a list; times are ms. An absent filter matches every task. */
export type TaskSearch = {
  platforms: readonly TaskPlatform[]
  user_id?: number | undefined
  /** The organisation that pays, or 0 for the tasks that users pay for themselves. */
  account_id?: number | undefined
  channel_id?: number | undefined
  platform?: string | undefined
  task_id?: string | undefined
  action?: string | undefined
  status?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

function found(store: Store, search: TaskSearch) {
  const { platforms, user_id, account_id, channel_id, platform, task_id, action, status, from, to } = search
  let query = store
    .selectFrom('tasks')
    .leftJoin('users', 'users.id', 'tasks.user_id')
    .where('tasks.platform', 'in', platforms)
  if (user_id !== undefined) query = query.where('tasks.user_id', '=', user_id)
  if (account_id === 0) query = query.where('tasks.account_id', '=', 0)
  // The index needs the second condition.
  else if (account_id !== undefined)
    query = query.where('tasks.account_id', '=', account_id).where(sql<SqlBool>`tasks.account_id <> 0`)
  if (channel_id !== undefined) query = query.where('tasks.channel_id', '=', channel_id)
  if (platform !== undefined) query = query.where('tasks.platform', '=', storable(platform) as TaskPlatform) // or no row has it
  if (task_id !== undefined) query = query.where('tasks.task_id', '=', storable(task_id))
  if (action !== undefined) query = query.where('tasks.action', '=', storable(action))
  if (status !== undefined) query = query.where('tasks.status', '=', storable(status) as TaskRow['status'])
  if (from !== undefined) query = query.where('tasks.submit_time', '>=', from)
  if (to !== undefined) query = query.where('tasks.submit_time', '<=', to)
  return query
}

export const readTasks = (
  store: Store,
  search: TaskSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedTask[]> =>
  found(store, search)
    .selectAll('tasks')
    .select(({ fn, val }) => fn.coalesce('users.username', val('')).as('username'))
    .orderBy('tasks.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countTasks = (store: Store, search: TaskSearch): Promise<number> => countRows(found(store, search))

type Page = { after: string | undefined; limit: number; isAscending: boolean }

/** A user's own tasks behind the one named `after`, and one more than the page holds where there are more. */
export async function readOwnTasks(
  store: Store,
  owner: TaskOwner,
  platform: TaskPlatform,
  { after, limit, isAscending }: Page,
): Promise<TaskRow[]> {
  const last = after === undefined ? undefined : await findTask(store, owner, platform, after)
  if (after !== undefined && !last) return []
  let query = store
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', owner.user_id)
    .where('account_id', '=', owner.account_id)
    .where('platform', '=', platform)
    .where('task_id', '<>', '')
    .where('data', '<>', deletedData)
  if (last) query = query.where('id', isAscending ? '>' : '<', last.id)
  return query
    .orderBy('id', isAscending ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
}
