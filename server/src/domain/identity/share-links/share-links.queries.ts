import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { ownedBy, type TokenOwner } from '../tokens/token-owner.ts'
import { personOf } from '../users/people.queries.ts'

type ShareLinksTable = Database['share_links']
const linkColumns = ['id', 'token_id', 'created_at', 'expires_at', 'used_at', 'revoked_at'] as const
export type ShareLinkRow = Pick<Selectable<ShareLinksTable>, (typeof linkColumns)[number]>

const listMax = 50

/** The newest links of a token. */
export const readLinks = (store: Store, userId: number, tokenId: number): Promise<ShareLinkRow[]> =>
  store
    .selectFrom('share_links')
    .select(linkColumns)
    .where('token_id', '=', tokenId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(listMax)
    .execute()

/** How many links of each token can still be opened. */
export async function countOpenLinks(transaction: Store, tokenIds: readonly number[], at: number) {
  const rows = await transaction
    .selectFrom('share_links')
    .select(['token_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('token_id', 'in', tokenIds)
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', at)
    .groupBy('token_id')
    .execute()
  return new Map(rows.map(({ token_id, count }) => [token_id, count]))
}

export const insertLink = (transaction: Store, link: Insertable<ShareLinksTable>): Promise<ShareLinkRow> =>
  transaction.insertInto('share_links').values(link).returning(linkColumns).executeTakeFirstOrThrow()

/** Deletes the links of these tokens that expired before a time. */
export const deleteOldLinks = (transaction: Store, tokenIds: readonly number[], before: number) =>
  transaction.deleteFrom('share_links').where('token_id', 'in', tokenIds).where('expires_at', '<', before).execute()

/** Revokes a link that is open; undefined for any other. */
export const revokeLink = (
  transaction: Store,
  owner: TokenOwner,
  { id, user_id, at }: { id: number; user_id: number; at: number },
) =>
  transaction
    .updateTable('share_links')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('token_id', 'in', (eb) => eb.selectFrom('tokens').select('tokens.id').where(ownedBy(owner)))
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', at)
    .returning(['id', 'token_id'])
    .executeTakeFirst()

/** Uses an open link: of two requests at once, one gets its row. */
export const useLink = (transaction: Store, codeHash: string, at: number) =>
  transaction
    .updateTable('share_links')
    .set({ used_at: at })
    .where('code_hash', '=', codeHash)
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', at)
    .returning(['id', 'token_id', 'expires_at'])
    .executeTakeFirst()

/** An open link, which stays open. */
export const findOpenLink = (store: Store, codeHash: string, at: number) =>
  store
    .selectFrom('share_links')
    .select(['id', 'token_id', 'expires_at'])
    .where('code_hash', '=', codeHash)
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', at)
    .executeTakeFirst()

/** The token of a link with the person who holds it and who pays; undefined when one of them is deleted. */
export const findSharedToken = (store: Store, tokenId: number) =>
  store
    .selectFrom('tokens')
    .innerJoin('users as payer', 'payer.id', 'tokens.user_id')
    .innerJoin('users', (join) => join.on('users.id', '=', personOf('tokens.user_id', 'tokens.caller_id')))
    .select(['tokens.key_cipher', 'tokens.name', 'tokens.status', 'tokens.expired_time', 'tokens.remain_quota'])
    .select(['tokens.unlimited_quota', 'tokens.model_limits_enabled', 'tokens.model_limits'])
    .select(['users.id as user_id', 'users.username', 'users.display_name', 'users.status as user_status'])
    .select(['payer.status as payer_status', 'tokens.user_id as payer_id', 'tokens.caller_id'])
    .where('tokens.id', '=', tokenId)
    .where('tokens.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('payer.deleted_at', 'is', null)
    .executeTakeFirst()
