import type { Log } from '../../log.ts'
import { bumpRevision } from '../../store/revision.ts'
import type { Store } from '../../store/store.ts'
import { autoDisableChannel } from './channels.queries.ts'

const reasonMax = 500

/** Takes a channel out of service for a reason people will want to read. Every instance stops using it within 2 s. */
export async function disableChannel(
  store: Store,
  log: Log,
  about: { id: number; reason: string; at: number },
): Promise<boolean> {
  const status_reason = about.reason.slice(0, reasonMax)
  const changed = await store.transaction().execute(async (transaction) => {
    const mine = await autoDisableChannel(
      transaction,
      about.id,
      JSON.stringify({ status_reason, status_time: about.at }),
    )
    if (mine) await bumpRevision(transaction)
    return mine
  })
  if (changed) log.warn('channel disabled', { channel_id: about.id, reason: status_reason })
  return changed
}
