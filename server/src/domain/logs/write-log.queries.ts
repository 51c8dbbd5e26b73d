import type { logType } from '@turnpike/contract/log'
import type { LogEvent, LogParams } from '@turnpike/contract/log-events'
import type { Store } from '../../store/store.ts'

type LogEntry = {
  user: { id: number; username: string }
  type: (typeof logType)[keyof typeof logType]
  content: string
  /** The event our console translates; `admin_info` is shown to administrators only. */
  other: { event: LogEvent; params: LogParams; admin_info?: object }
  at: number
}

/** A row that no relayed call writes, in the transaction of what it tells. Charges write their own, with the capture. */
export async function writeLog(transaction: Store, { user, type, content, other, at }: LogEntry): Promise<void> {
  await transaction
    .insertInto('logs')
    .values({
      user_id: user.id,
      username: user.username,
      type,
      content,
      other: JSON.stringify(other),
      created_at: at,
    })
    .execute()
}
