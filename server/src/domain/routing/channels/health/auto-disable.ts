import type { Log } from '../../../../log.ts'
import { bumpRevision } from '../../../../store/revision.ts'
import type { Store } from '../../../../store/store.ts'
import { autoDisableChannel } from '../channels.queries.ts'
import type { ChannelMails, Reason } from './channel-mails.ts'
import { autoEnableChannel } from './channel-probe.queries.ts'

const reasonMax = 500

/** Disables a channel and stores the reason for administrators. Every instance stops using it within 2 s. */
export async function disableChannel(
  store: Store,
  log: Log,
  about: { id: number; reason: Reason; at: number },
  mails?: ChannelMails,
): Promise<boolean> {
  const status_reason = wordsOf(about.reason).slice(0, reasonMax)
  const changed = await store.transaction().execute(async (transaction) => {
    const isChanged = await autoDisableChannel(
      transaction,
      about.id,
      JSON.stringify({ status_reason, status_time: about.at }),
    )
    if (isChanged) await bumpRevision(transaction)
    return isChanged
  })
  if (!changed) return false
  log.warn('channel disabled', { channel_id: about.id, reason: status_reason })
  mails?.disabled(about.id, about.reason)
  return true
}

/** Enables a channel that was disabled automatically; one that an administrator disabled stays disabled. */
export async function enableChannel(
  store: Store,
  log: Log,
  { id, at }: { id: number; at: number },
  mails: ChannelMails,
): Promise<boolean> {
  const changed = await store.transaction().execute(async (transaction) => {
    const isChanged = await autoEnableChannel(transaction, id, at)
    if (isChanged) await bumpRevision(transaction)
    return isChanged
  })
  if (!changed) return false
  log.info('channel enabled', { channel_id: id })
  mails.enabled(id)
  return true
}

/** The row has one text for all languages; our own reasons are stored in both. */
const wordsOf = (reason: Reason): string => (typeof reason === 'string' ? reason : `${reason.zh} / ${reason.en}`)
