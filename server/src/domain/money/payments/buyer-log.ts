import { logType } from '@turnpike/contract/usage/log'
import { type LogEvent, type LogParams, logText } from '@turnpike/contract/usage/log-events'
import type { Store } from '../../../store/store.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { toldOf } from '../wallet/payer.ts'

/** Writes to the log of the person who bought, and of the organisation that they bought for. */
export async function logForBuyer(
  transaction: Store,
  buyer: { user_id: number; caller_id: number },
  at: number,
  event: LogEvent,
  params: LogParams,
): Promise<void> {
  const { user_id, account_id } = toldOf(buyer)
  const { username = '' } = (await findUser(transaction, user_id)) ?? {}
  await writeLog(transaction, {
    user: { id: user_id, username },
    account_id,
    type: logType.topUp,
    content: logText(event, 'zh', params),
    other: { event, params },
    at,
  })
}
