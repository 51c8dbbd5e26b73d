import { defaultRoot, role, userStatus } from '@turnpike/contract/identity/user'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { sql } from 'kysely'
import type { Store } from '../../../store/store.ts'
import { people } from '../../identity/users/people.queries.ts'
import { userColumns } from '../../identity/users/users.queries.ts'

/** The account that a first start creates, with its password hash; undefined where it was renamed or cancelled. */
export const findDefaultRoot = (store: Store) =>
  people(store)
    .select([...userColumns, 'password_hash', 'session_version'])
    .where('username_key', '=', defaultRoot.username)
    .where('role', '=', role.root)
    .where('status', '=', userStatus.enabled)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Replaces a password hash, ends every session of the user, and returns the new session version. Undefined when the
 * stored hash has changed: of two concurrent requests, one gets a version.
 */
export const replaceFirstHash = (store: Store, id: number, from: string, to: string, at: number) =>
  store
    .updateTable('users')
    .set({ password_hash: to, session_version: sql<number>`session_version + 1`, last_login_at: at })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .returning('session_version')
    .executeTakeFirst()

export const anyOtherUser = async (store: Store, id: number): Promise<boolean> =>
  (await people(store)
    .select('id')
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const anyEnabledChannel = async (store: Store): Promise<boolean> =>
  (await store
    .selectFrom('channels')
    .select('id')
    .where('status', '=', channelStatus.enabled)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const anyToken = async (store: Store, userId: number): Promise<boolean> =>
  (await store
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether any call has succeeded: tests of channels are in the log, but not in these sums. */
export const anyCall = async (store: Store): Promise<boolean> =>
  (await store.selectFrom('usage_hours').select('hour').where('calls', '>', 0).limit(1).executeTakeFirst()) !==
  undefined
