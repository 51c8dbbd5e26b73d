import type { Insertable } from 'kysely'
import { changesRow } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

type TransfersTable = Database['organisation_transfers']

/** The offer that is open, with the names of both. */
export const findTransfer = (store: Store, orgId: number, at: number) =>
  store
    .selectFrom('organisation_transfers as transfer')
    .innerJoin('users as giver', 'giver.id', 'transfer.from_user')
    .innerJoin('users as taker', 'taker.id', 'transfer.to_user')
    .select(['transfer.from_user', 'transfer.to_user', 'transfer.expires_at'])
    .select(['giver.username as from_name', 'giver.display_name as from_display_name'])
    .select(['taker.username as to_name', 'taker.display_name as to_display_name'])
    .where('transfer.org_id', '=', orgId)
    .where('transfer.expires_at', '>', at)
    .executeTakeFirst()

/** An organisation has one offer: a new one takes the place of the last. */
export const putTransfer = (transaction: Store, { org_id, ...offer }: Insertable<TransfersTable>) =>
  transaction
    .insertInto('organisation_transfers')
    .values({ org_id, ...offer })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(offer))
    .execute()

export const deleteTransfer = (transaction: Store, orgId: number): Promise<boolean> =>
  changesRow(transaction.deleteFrom('organisation_transfers').where('org_id', '=', orgId))

/** Cancels the offer to a member. */
export const deleteTransferTo = (transaction: Store, orgId: number, userId: number) =>
  transaction.deleteFrom('organisation_transfers').where('org_id', '=', orgId).where('to_user', '=', userId).execute()
