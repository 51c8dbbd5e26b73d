import type { Store } from '../../../../store/store.ts'
import { type Posting, post } from '../../wallet/ledger/ledger-post.ts'

/** Posts an entry that cannot exist yet, because the row that names it is written in the same transaction. */
export async function postNew(transaction: Store, posting: Posting): Promise<void> {
  if (!(await post(transaction, posting))) throw new Error(`${posting.kind} ${posting.reference} was posted before`)
}
