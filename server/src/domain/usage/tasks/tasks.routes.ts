import { type OrgAct, orgMay } from '@turnpike/contract/identity/organisation'
import { role } from '@turnpike/contract/identity/user'
import { drawingApi, type TaskPlatform, taskApi, taskPlatforms } from '@turnpike/contract/usage/task'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Caller, callScopeOf, isOwnCall } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import type { Store } from '../../../store/store.ts'
import { countTasks, type ListedTask, readTasks, type TaskSearch } from './list-tasks.queries.ts'
import { pictureAddress, shownDrawing, shownTask } from './shown-task.ts'
import { findTaskById, type TaskRow } from './tasks.queries.ts'

/** Actions of the console on a task; the gateway implements them. */
export type TaskActions = {
  /** Stops a running task at its upstream. */
  cancel(row: TaskRow): Promise<undefined>
  /** Sends the output file of a finished task. */
  content(row: TaskRow, reply: FastifyReply): Promise<undefined>
  /** Submits the request of a failed task once more, paid by the caller. */
  retry(caller: Caller, row: TaskRow, reply: FastifyReply): Promise<undefined>
}

type TasksDeps = Pick<Deps, 'store' | 'options' | 'clock'>

const drawings: TaskPlatform[] = ['mj']
const others = taskPlatforms.filter((platform) => platform !== 'mj')

export function taskRoutes(app: FastifyInstance, { store, options, clock }: TasksDeps, actions: TaskActions) {
  const drawingsFor = (request: FastifyRequest, reader: { isAdmin: boolean; isMember?: boolean }) => {
    const { MjForwardUrlEnabled: isForwarded, ServerAddress } = options.current()
    const origin = ServerAddress || `${request.protocol}://${request.host}`
    const address = (row: ListedTask) => pictureAddress(row, { isForwarded, origin, now: clock() * 1000 })
    return (row: ListedTask) => shownDrawing(row, reader, address)
  }
  const times = (from?: number, to?: number, unit = 1) => ({
    from: from === undefined ? undefined : from * unit,
    // Of a time in whole seconds, the second itself is included.
    to: to === undefined ? undefined : to * unit + (unit - 1),
  })

  serve(app, drawingApi.list, ({ query, request }) => {
    const { mj_id: task_id, channel_id, start_timestamp, end_timestamp } = query
    const search = { platforms: drawings, task_id, channel_id, ...times(start_timestamp, end_timestamp) }
    return listed(store, search, query, drawingsFor(request, { isAdmin: true }))
  })
  serve(app, drawingApi.self, ({ caller, query, request }) => {
    const { mj_id: task_id, start_timestamp, end_timestamp } = query
    const search = { platforms: drawings, ...callScopeOf(caller), task_id, ...times(start_timestamp, end_timestamp) }
    return listed(store, search, query, drawingsFor(request, ownReader(caller)))
  })
  serve(app, taskApi.list, ({ query }) => {
    const { p: _, page_size: __, start_timestamp, end_timestamp, ...filters } = query
    const search = { platforms: others, ...filters, ...times(start_timestamp, end_timestamp, 1000) }
    return listed(store, search, query, (row) => shownTask(row, { isAdmin: true }))
  })
  serve(app, taskApi.self, ({ caller, query }) => {
    const { p: _, page_size: __, start_timestamp, end_timestamp, ...filters } = query
    const search = {
      platforms: others,
      ...filters,
      ...callScopeOf(caller),
      ...times(start_timestamp, end_timestamp, 1000),
    }
    return listed(store, search, query, (row) => shownTask(row, ownReader(caller)))
  })
  /** The caller's own tasks, and those of members for whom they may do this; administrators reach those of all users. */
  const reached = async (id: number, caller: Caller, act: OrgAct): Promise<TaskRow> => {
    const row = await findTaskById(store, id)
    if (!row || !(isOwnCall(caller, row) || isOfMember(row, caller, act) || isAdmin(caller)))
      throw new AppError('task_missing')
    return row
  }
  serve(app, taskApi.content, async ({ caller, params, reply }) =>
    actions.content(await reached(params.id, caller, 'watch'), reply),
  )
  serve(app, taskApi.cancel, async ({ caller, params }) => actions.cancel(await reached(params.id, caller, 'manage')))
  serve(app, taskApi.retry, async ({ caller, params, reply }) => {
    const row = await findTaskById(store, params.id)
    // the same account pays for the new task, so only the caller's own is submitted again
    if (!row || !isOwnCall(caller, row)) throw new AppError('task_missing')
    return actions.retry(caller, row, reply)
  })
}

const ownReader = ({ org }: Caller) => ({ isAdmin: false, isMember: org !== undefined })

const isOfMember = ({ account_id }: TaskRow, { org }: Caller, act: OrgAct): boolean =>
  org !== undefined && account_id === org.id && orgMay(org.role, act)
/** Who acts for an organisation reaches its tasks alone. */
const isAdmin = ({ role: level, org }: Caller): boolean => !org && level >= role.admin

type Paging = { p: number; page_size?: number | undefined }

/** A bare list of ten, counted from 0; with a size in the query, a page counted from 1. */
async function listed<Shown>(
  store: Store,
  search: TaskSearch,
  { p, page_size }: Paging,
  show: (row: ListedTask) => Shown,
): Promise<Shown[] | { items: Shown[]; total: number; page: number; page_size: number }> {
  if (page_size === undefined) {
    const rows = await readTasks(store, search, { limit: 10, offset: p * 10 })
    return rows.map(show)
  }
  const page = Math.max(1, p)
  const rows = await readTasks(store, search, { limit: page_size, offset: (page - 1) * page_size })
  return { items: rows.map(show), total: await countTasks(store, search), page, page_size }
}
