import { redemptionStatus } from '@turnpike/contract/money/redemption'
import { type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../../store/is-postgres.ts'
import { beginningWith } from '../../../store/like.ts'
import { changesRow, countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { personOf } from '../../identity/users/people.queries.ts'

type RedemptionsTable = Database['redemptions']

/** A code with the names of the user who redeemed it and of the organisation that got it; the key is still encrypted. */
export type RedemptionRow = NonNullable<Awaited<ReturnType<typeof findRedemption>>>

const liveCodes = (store: Store) =>
  store
    .selectFrom('redemptions')
    .leftJoin('users', (join) =>
      join.on('users.id', '=', personOf('redemptions.used_user_id', 'redemptions.used_caller_id')),
    )
    .leftJoin('users as account', (join) =>
      join.onRef('account.id', '=', 'redemptions.used_user_id').on('redemptions.used_caller_id', '<>', 0),
    )
    .where('redemptions.deleted_at', 'is', null)
    .select(['redemptions.id', 'redemptions.user_id', 'redemptions.key_cipher', 'redemptions.status'])
    .select(['redemptions.name', 'redemptions.quota', 'redemptions.created_time', 'redemptions.redeemed_time'])
    .select(['redemptions.used_user_id', 'redemptions.used_caller_id', 'users.username as used_username'])
    .select('account.display_name as used_account')

export type CodeFilters = { keyword?: string | undefined; status?: number | undefined }
export type CodeQuery = CodeFilters & { limit: number; offset: number }

/** Newest first. */
export const readRedemptions = (store: Store, { limit, offset, ...filters }: CodeQuery) =>
  liveCodes(store)
    .where((eb) => matches(eb, filters))
    .orderBy('redemptions.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countRedemptions = (store: Store, filters: CodeFilters): Promise<number> =>
  countRows(
    store
      .selectFrom('redemptions')
      .where('deleted_at', 'is', null)
      .where((eb) => matches(eb, filters)),
  )

/** The keyword is the id, or the beginning of the name. */
function matches(eb: ExpressionBuilder<Database, 'redemptions'>, { keyword, status }: CodeFilters) {
  const id = /^[1-9]\d{0,14}$/.test(keyword ?? '') ? Number(keyword) : 0
  return eb.and([
    ...(status === undefined ? [] : [eb('redemptions.status', '=', status)]),
    ...(keyword === undefined
      ? []
      : [
          eb.or([
            eb('redemptions.id', '=', id),
            sql<SqlBool>`lower(redemptions.name) like lower(${beginningWith(keyword)}) escape '\\'`,
          ]),
        ]),
  ])
}

export const findRedemption = (store: Store, id: number) =>
  liveCodes(store).where('redemptions.id', '=', id).executeTakeFirst()

/** Other changes of the code wait until the transaction ends. */
export const lockRedemption = (transaction: Store, id: number) =>
  transaction
    .selectFrom('redemptions')
    .select('id')
    .where('id', '=', id)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** Returns the ids, in the order of the rows. */
export async function insertRedemptions(transaction: Store, codes: Insertable<RedemptionsTable>[]): Promise<number[]> {
  const rows = await transaction.insertInto('redemptions').values(codes).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Changes a code that is unused; returns false when it is not. */
export const editUnused = (
  transaction: Store,
  id: number,
  fields: { name?: string; quota?: number },
): Promise<boolean> =>
  changesRow(
    transaction
      .updateTable('redemptions')
      .set((eb) => ({ name: fields.name ?? eb.ref('name'), quota: fields.quota ?? eb.ref('quota') }))
      .where('id', '=', id)
      .where('status', '=', redemptionStatus.unused)
      .where('deleted_at', 'is', null),
  )

/** Enables or disables a code; returns false when it is used or missing. */
export const switchUnlessUsed = (
  transaction: Store,
  id: number,
  status: typeof redemptionStatus.unused | typeof redemptionStatus.disabled,
): Promise<boolean> =>
  changesRow(
    transaction
      .updateTable('redemptions')
      .set({ status })
      .where('id', '=', id)
      .where('status', '<>', redemptionStatus.used)
      .where('deleted_at', 'is', null),
  )

/** Marks a code as deleted; the row stays, because a ledger entry may refer to it. False when it is missing. */
export const deleteRedemption = (transaction: Store, id: number, at: number): Promise<boolean> =>
  changesRow(
    transaction.updateTable('redemptions').set({ deleted_at: at }).where('id', '=', id).where('deleted_at', 'is', null),
  )

/** Brings back a code that was deleted at this time; a used one stays used. False when it is not there. */
export const restoreRedemption = (transaction: Store, id: number, deletedAt: number): Promise<boolean> =>
  changesRow(
    transaction
      .updateTable('redemptions')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('deleted_at', '=', deletedAt),
  )

/** Marks an unused code as used. Of concurrent requests, only one gets the row back. */
export const claimRedemption = (
  transaction: Store,
  keyHash: string,
  by: { user_id: number; caller_id: number; at: number },
) =>
  transaction
    .updateTable('redemptions')
    .set({
      status: redemptionStatus.used,
      used_user_id: by.user_id,
      used_caller_id: by.caller_id,
      redeemed_time: by.at,
    })
    .where('key_hash', '=', keyHash)
    .where('status', '=', redemptionStatus.unused)
    .where('deleted_at', 'is', null)
    .returning(['id', 'quota'])
    .executeTakeFirst()

export const findRedemptionByKey = (store: Store, keyHash: string) =>
  store
    .selectFrom('redemptions')
    .select('id')
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
