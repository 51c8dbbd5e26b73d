import { logType } from '@turnpike/contract/usage/log'
import type { Log } from '../../../log.ts'
import type { Store } from '../../../store/store.ts'
import { storable } from '../../money/wallet/ledger/storable-texts.ts'
import { type FailedCall, writeFailures } from './failure-log.queries.ts'

export type FailureLog = {
  /** Returns at once; rows are written together a moment later. `adminInfo` is called only for rows that are kept. */
  note(failed: FailedCall, adminInfo?: () => object | undefined): void
  /** Writes the noted rows. */
  close(): Promise<void>
}

const writeEveryMs = 1000
/** A client that repeats a failing request must not fill the log. */
const perKeyAndMinute = 60
const waitingMax = 5000
/** A statement of SQLite has at most 32,766 values. */
const rowsAtOnce = 1000

/** Writes log rows of failed calls. They are not part of the ledger: while the database is away they are dropped. */
export function createFailureLog({ store, clock, log }: { store: Store; clock(): number; log: Log }): FailureLog {
  let waiting: (FailedCall & { created_at: number; type: number })[] = []
  let counts = new Map<string, number>()
  let minute = 0
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    const rows = waiting
    if (rows.length === 0) return
    waiting = []
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await writeFailures(store, rows.slice(from, from + rowsAtOnce)).catch((error: unknown) =>
        log.warn('failed calls not logged', { count: Math.min(rowsAtOnce, rows.length - from), error }),
      )
  }
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, writeEveryMs).unref()

  const isTooMany = ({ user_id, token_id }: FailedCall, at: number): boolean => {
    const now = Math.floor(at / 60)
    if (now !== minute) {
      minute = now
      counts = new Map()
    }
    const key = `${user_id} ${token_id}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > perKeyAndMinute || waiting.length >= waitingMax
  }

  return {
    note(failed, adminInfo) {
      const created_at = clock()
      if (isTooMany(failed, created_at)) return
      const model_name = storable(failed.model_name)
      const content = storable(failed.content)
      const admin_info = adminInfo?.()
      const other = admin_info ? { ...failed.other, admin_info } : failed.other
      waiting.push({ ...failed, other, model_name, content, created_at, type: logType.failure })
    },
    async close() {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}
