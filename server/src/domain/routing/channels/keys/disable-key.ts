import type { Log } from '../../../../log.ts'
import { bumpRevision } from '../../../../store/revision.ts'
import type { Store } from '../../../../store/store.ts'
import { autoDisableKey } from './channel-keys.queries.ts'

const reasonMax = 500

type Failed = { id: number; channelId: number; reason: string; at: number }

/**
 * Disables a key that its upstream no longer accepts; every instance stops using it within 2 s. The last enabled key of
 * a channel stays enabled and `last` is returned: then the channel itself has failed.
 */
export async function disableKey(store: Store, log: Log, failed: Failed): Promise<'disabled' | 'last' | 'done'> {
  const reason = failed.reason.slice(0, reasonMax)
  const outcome = await store.transaction().execute(async (transaction) => {
    const done = await autoDisableKey(transaction, { ...failed, reason })
    if (done === 'disabled') await bumpRevision(transaction)
    return done
  })
  if (outcome === 'disabled')
    log.warn('key of a channel disabled', { channel_id: failed.channelId, key_id: failed.id, reason })
  return outcome
}
