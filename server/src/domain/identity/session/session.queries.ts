import type { Store } from '../../../store/store.ts'

type NewSession = {
  id_hash: string
  user_id: number
  version: number
  created_at: number
  seen_at: number
  expires_at: number
  address: string
  user_agent: string
}

export const insertSession = (store: Store, session: NewSession) =>
  store.insertInto('sessions').values(session).execute()

/** A session with its user; one opened before a change of the user's role, status or password is not found. */
export const findSession = (store: Store, idHash: string) =>
  store
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role', 'users.status', 'users.group', 'users.limits'])
    .select(['sessions.created_at', 'sessions.seen_at', 'sessions.expires_at'])
    .where('sessions.id_hash', '=', idHash)
    .where('users.kind', '=', 'person')
    .where('users.deleted_at', 'is', null)
    .whereRef('sessions.version', '=', 'users.session_version')
    .executeTakeFirst()

export const touchSession = (store: Store, idHash: string, at: number) =>
  store.updateTable('sessions').set({ seen_at: at }).where('id_hash', '=', idHash).execute()

export const deleteSession = (store: Store, idHash: string) =>
  store.deleteFrom('sessions').where('id_hash', '=', idHash).execute()

/** Deletes sessions that have expired or were idle too long. */
export const deleteDeadSessions = (store: Store, expiredBefore: number, idleBefore: number) =>
  store
    .deleteFrom('sessions')
    .where((is) => is.or([is('expires_at', '<', expiredBefore), is('seen_at', '<', idleBefore)]))
    .execute()

type Validity = { now: number; idleBefore: number }

/** The valid sessions of a user, newest first. */
export const findOwnSessions = (store: Store, userId: number, { now, idleBefore }: Validity) =>
  store
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id_hash', 'sessions.created_at', 'sessions.seen_at', 'sessions.expires_at'])
    .select(['sessions.address', 'sessions.user_agent'])
    .where('sessions.user_id', '=', userId)
    .where('sessions.expires_at', '>', now)
    .where('sessions.seen_at', '>', idleBefore)
    .whereRef('sessions.version', '=', 'users.session_version')
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id_hash')
    .limit(200)
    .execute()

export const deleteOtherSessions = (store: Store, userId: number, keptHash: string) =>
  store.deleteFrom('sessions').where('user_id', '=', userId).where('id_hash', '!=', keptHash).execute()
