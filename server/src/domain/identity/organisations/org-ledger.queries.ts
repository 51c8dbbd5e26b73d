import { quotaChangeKinds } from '@turnpike/contract/identity/user-admin'
import { countRows } from '../../../store/row-counts.ts'
import type { Store } from '../../../store/store.ts'

const changesOf = (store: Store, orgId: number) =>
  store.selectFrom('ledger').where('ledger.user_id', '=', orgId).where('ledger.kind', 'in', quotaChangeKinds)

/** The entries of an organisation, except charges for calls, with the member who acted. */
export const readOrgChanges = (store: Store, orgId: number, { p, page_size }: { p: number; page_size: number }) =>
  changesOf(store, orgId)
    .leftJoin('users as caller', 'caller.id', 'ledger.caller_id')
    .select(['ledger.id', 'ledger.created_at', 'ledger.kind', 'ledger.posted', 'ledger.affiliate'])
    .select(['ledger.reference', 'ledger.detail', 'caller.username as caller'])
    .orderBy('ledger.id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()

export const countOrgChanges = (store: Store, orgId: number): Promise<number> => countRows(changesOf(store, orgId))
