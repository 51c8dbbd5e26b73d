import type { logType } from '@turnpike/contract/usage/log'
import type { LogEvent, LogParams } from '@turnpike/contract/usage/log-events'
import type { Insertable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

type LogEntry = {
  user: { id: number; username: string }
  type: (typeof logType)[keyof typeof logType]
  content: string
  /** The event, which the console translates; `admin_info` is shown to administrators only. */
  other: { event: LogEvent; params: LogParams; admin_info?: object }
  at: number
  /** The organisation whose balance moved. */
  account_id?: number
  /** The call that is refunded: `quota` is the negative amount. */
  call?: RefundedCall
}
type RefundedCall = Pick<
  Insertable<Database['logs']>,
  'account_id' | 'token_id' | 'token_name' | 'channel' | 'model_name' | 'group' | 'request_id' | 'quota'
>

/** Writes a log row of an event, in the event's transaction. Rows of relayed calls are written by the ledger. */
export async function writeLog(
  transaction: Store,
  { user, type, content, other, at, account_id = 0, call }: LogEntry,
): Promise<void> {
  await transaction
    .insertInto('logs')
    .values({
      user_id: user.id,
      username: user.username,
      type,
      content,
      other: JSON.stringify(other),
      created_at: at,
      account_id,
      ...call,
    })
    .execute()
}
