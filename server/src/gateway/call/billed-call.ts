import type { BilledCall } from '../../domain/money/wallet/ledger/operations.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'

type Ids = Pick<RelayCaller, 'user_id' | 'account_id' | 'token_id'>

/** A call as the ledger knows it: who pays, and who calls at an organisation's expense. */
export const billedCall = (request_id: string, { user_id, account_id, token_id }: Ids): BilledCall =>
  account_id === 0
    ? { request_id, user_id, token_id }
    : { request_id, user_id: account_id, caller_id: user_id, token_id }
