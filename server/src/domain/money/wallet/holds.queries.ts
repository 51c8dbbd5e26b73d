import type { Store } from '../../../store/store.ts'
import type { BilledCall } from './ledger/operations.ts'

/** The calls whose holds have expired, oldest first. */
export const findExpiredHolds = (store: Store, now: number, limit: number): Promise<BilledCall[]> =>
  store
    .selectFrom('holds')
    .select(['request_id', 'user_id', 'caller_id', 'token_id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
