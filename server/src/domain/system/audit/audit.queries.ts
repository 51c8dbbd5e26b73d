import { logType } from '@turnpike/contract/usage/log'
import { type LogEvent, type LogParams, logText } from '@turnpike/contract/usage/log-events'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { insertChanges } from './changes.queries.ts'
import type { RecordedChange } from './recorded-change.ts'

/** The user behind an audited action, with the address, request id and time. */
export type Actor = { id: number; username: string; address: string; request_id: string; at: number }

export const actorOf = ({ caller, request }: { caller: Caller; request: FastifyRequest }, at: number): Actor => ({
  id: caller.id,
  username: caller.username,
  address: request.ip,
  request_id: request.id,
  at,
})

export type AuditEntry = {
  /** Resource and verb, such as `channel.delete`; never translated. */
  action: string
  /** Ids or names of the changed rows. */
  target?: string
  /** The changed members with old and new values; never a secret. */
  detail?: Record<string, unknown>
  /** The changes row by row, for the history and for undo. */
  changes?: readonly RecordedChange[]
}

export type TargetedEntry = AuditEntry & { target: string }

export const targetOf = ({ id, name }: { id: number; name: string }) => `#${id} ${name}`

const targetMax = 1000

/** Writes an audit row, in the transaction of the action itself; returns its id. No code deletes these rows. */
export async function writeAudit(
  transaction: Store,
  actor: Actor,
  { action, target = '', detail, changes = [] }: AuditEntry,
): Promise<number> {
  const { id } = await transaction
    .insertInto('audit')
    .values({
      at: actor.at,
      actor_id: actor.id,
      actor_name: actor.username,
      action,
      target: target.slice(0, targetMax),
      detail: detail ? JSON.stringify(detail) : '',
      address: actor.address,
      request_id: actor.request_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertChanges(transaction, id, changes)
  return id
}

/** Whether an act on a target was audited since a time. */
export async function hasAudit(
  store: Store,
  { action, target, since }: { action: string; target: string; since: number },
): Promise<boolean> {
  const found = await store
    .selectFrom('audit')
    .select('id')
    .where('at', '>=', since)
    .where('action', '=', action)
    .where('target', '=', target)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type AdminAction = {
  user: { id: number; username: string }
  event: LogEvent
  params?: LogParams
  /** The organisation in whose log the user reads it; absent for the user's own. */
  account_id?: number
}

/** Writes the action to the affected user's log; only administrators see the actor there. */
export const logAdminAction = (
  transaction: Store,
  actor: Actor,
  { user, event, params = {}, account_id = 0 }: AdminAction,
) =>
  writeLog(transaction, {
    user,
    account_id,
    type: logType.admin,
    content: logText(event, 'zh', params),
    other: { event, params, admin_info: { admin_id: actor.id, admin_username: actor.username } },
    at: actor.at,
  })

/** Writes an act on a row to the audit log, and to the log of the person who did it. Returns the audit row's id. */
export async function recordAct(
  transaction: Store,
  actor: Actor,
  entry: TargetedEntry,
  event: 'proxy_changed' | 'virtual_model_changed',
): Promise<number> {
  const id = await writeAudit(transaction, actor, entry)
  const params = { action: entry.action.replace(/^\w+\./, ''), target: entry.target }
  await logAdminAction(transaction, actor, { user: actor, event, params })
  return id
}
