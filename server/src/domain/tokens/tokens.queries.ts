import { tokenStatus } from '@turnpike/contract/token'
import type { Store } from '../../store/store.ts'

/** A token with its owner, as the relay checks them on a call. */
export const findTokenWithOwner = (store: Store, keyHash: string) =>
  store
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id',
      'tokens.user_id',
      'tokens.name',
      'tokens.status',
      'tokens.expired_time',
      'tokens.remain_quota',
    ])
    .select(['tokens.unlimited_quota', 'tokens.model_limits_enabled', 'tokens.model_limits'])
    .select(['tokens.allow_ips', 'tokens.group'])
    .select(['users.username', 'users.role', 'users.status as user_status', 'users.group as user_group'])
    .select('users.deleted_at as user_deleted_at')
    .where('tokens.key_hash', '=', keyHash)
    .where('tokens.deleted_at', 'is', null)
    .executeTakeFirst()

/** Writes down what the relay found: the stored status follows, it never decides. */
export const markToken = (
  store: Store,
  id: number,
  status: typeof tokenStatus.expired | typeof tokenStatus.exhausted,
) =>
  store.updateTable('tokens').set({ status }).where('id', '=', id).where('status', '=', tokenStatus.enabled).execute()

/** What is left and used of a token and of its owner, for those who ask. */
export const findStanding = (store: Store, id: number) =>
  store
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.remain_quota', 'tokens.used_quota', 'tokens.unlimited_quota', 'tokens.expired_time'])
    .select(['users.quota as user_quota', 'users.used_quota as user_used_quota'])
    .where('tokens.id', '=', id)
    .executeTakeFirst()
