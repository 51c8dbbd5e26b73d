import type { QuotaChange } from '@turnpike/contract/identity/user-admin'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { isAct, readActDetail } from '../../money/wallet/ledger/reason.ts'
import { seatOf } from './in-organisation.ts'
import { countOrgChanges, readOrgChanges } from './org-ledger.queries.ts'

type Paging = { p: number; page_size: number }
type OrgChange = QuotaChange & { caller: string }
type Page = { items: OrgChange[]; total: number; page: number; page_size: number }

/** Members read the reason of an administrator of the installation, and not the name. */
export async function memberLedger(store: Store, caller: Caller, id: number, paging: Paging): Promise<Page> {
  await seatOf(store, caller, id, 'watch')
  const page = await orgLedger(store, id, paging)
  return { ...page, items: page.items.map((item) => ({ ...item, operator: '' })) }
}

export async function orgLedger(store: Store, id: number, { p, page_size }: Paging): Promise<Page> {
  const [rows, total] = await Promise.all([readOrgChanges(store, id, { p, page_size }), countOrgChanges(store, id)])
  const items = rows.map(({ kind, posted, affiliate, detail, caller, ...row }) => ({
    ...row,
    kind: kind as QuotaChange['kind'], // the query selects these kinds only
    quota: posted,
    aff_quota: affiliate,
    caller: caller ?? '',
    ...(isAct(kind) ? readActDetail(detail) : { operator: '', reason: '' }),
  }))
  return { items, total, page: p, page_size }
}
