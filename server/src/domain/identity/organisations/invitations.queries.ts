import type { Insertable, Selectable } from 'kysely'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

type InvitationsTable = Database['organisation_invitations']
export type InvitationRow = Selectable<InvitationsTable>
/** An invitation with the names of who made it and who accepted it. */
export type ShownInvitation = InvitationRow & { creator: string | null; acceptor: string | null }

const openOf = (store: Store, at: number) =>
  store
    .selectFrom('organisation_invitations')
    .where('accepted_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', at)

export const countOpenInvitations = (store: Store, orgId: number, at: number): Promise<number> =>
  countRows(openOf(store, at).where('org_id', '=', orgId))

export const findOpenInvitation = (store: Store, codeHash: string, at: number): Promise<InvitationRow | undefined> =>
  openOf(store, at).selectAll().where('code_hash', '=', codeHash).executeTakeFirst()

export const insertInvitation = (transaction: Store, row: Insertable<InvitationsTable>): Promise<InvitationRow> =>
  transaction.insertInto('organisation_invitations').values(row).returningAll().executeTakeFirstOrThrow()

/** Of two people who accept an invitation at once, one gets its row. */
export const useInvitation = (transaction: Store, id: number, userId: number, at: number) =>
  transaction
    .updateTable('organisation_invitations')
    .set({ accepted_by: userId, accepted_at: at })
    .where('id', '=', id)
    .where('accepted_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', at)
    .returning('id')
    .executeTakeFirst()

const revoke = (transaction: Store, orgId: number, at: number) =>
  transaction
    .updateTable('organisation_invitations')
    .set({ revoked_at: at })
    .where('org_id', '=', orgId)
    .where('accepted_at', '=', 0)
    .where('revoked_at', '=', 0)

/** Revokes an open invitation; undefined for any other. */
export const revokeInvitation = (transaction: Store, orgId: number, id: number, at: number) =>
  revoke(transaction, orgId, at).where('id', '=', id).where('expires_at', '>', at).returning('id').executeTakeFirst()

/** Somebody who may not invite any more has no key to come back by. */
export const revokeInvitationsOf = (transaction: Store, orgId: number, userId: number, at: number) =>
  revoke(transaction, orgId, at).where('created_by', '=', userId).execute()

export const revokeInvitations = (transaction: Store, orgId: number, at: number) =>
  revoke(transaction, orgId, at).execute()

export const deleteInvitation = (store: Store, id: number) =>
  store.deleteFrom('organisation_invitations').where('id', '=', id).execute()

export const readInvitations = (
  store: Store,
  orgId: number,
  { p, page_size }: { p: number; page_size: number },
): Promise<ShownInvitation[]> =>
  store
    .selectFrom('organisation_invitations as invitation')
    .leftJoin('users as creator', 'creator.id', 'invitation.created_by')
    .leftJoin('users as acceptor', 'acceptor.id', 'invitation.accepted_by')
    .selectAll('invitation')
    .select(['creator.username as creator', 'acceptor.username as acceptor'])
    .where('invitation.org_id', '=', orgId)
    .orderBy('invitation.id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()

export const countInvitations = (store: Store, orgId: number): Promise<number> =>
  countRows(store.selectFrom('organisation_invitations').where('org_id', '=', orgId))
