import type { Log } from '../../../../log.ts'
import type { Store } from '../../../../store/store.ts'
import { disableChannel } from './auto-disable.ts'
import type { ChannelMails } from './channel-mails.ts'
import { claimRefusalNotice, findLastFailure, saveFailedCall } from './channel-probe.queries.ts'

/** The super administrator is notified of a channel at most this often. */
const noticeEverySeconds = 3600
/** A repeated failure with the same reason is written at most this often: every call may fail. */
const sameFailureSeconds = 60

type Refused = { id: number; reason: string; at: number }

/** A relayed call failed because of the channel, and the administrator's options disable such channels. */
export async function disableForCall(
  store: Store,
  log: Log,
  refused: Refused,
  channelMails: ChannelMails,
): Promise<void> {
  await noteFailedCall(store, refused)
  await disableChannel(store, log, refused, channelMails)
}

/**
 * An upstream refused a relayed call with 401 or 403, and the channel stays enabled: the list shows it, and a mail
 * reports it.
 */
export async function noteRefusedCall(store: Store, refused: Refused, channelMails: ChannelMails): Promise<void> {
  const told = await noteFailedCall(store, refused)
  if (told === undefined || told > refused.at - noticeEverySeconds) return
  if (await claimRefusalNotice(store, refused.id, refused.at, noticeEverySeconds))
    channelMails.refused(refused.id, refused.reason)
}

/** Returns when the super administrator was last notified of the channel; undefined when it is gone. */
async function noteFailedCall(store: Store, { id, reason, at }: Refused): Promise<number | undefined> {
  const last = await findLastFailure(store, id)
  if (!last) return undefined
  const isKnown = last.failure_reason === reason && last.failed_time > at - sameFailureSeconds
  if (!isKnown) await saveFailedCall(store, id, { reason, at })
  return last.refusal_told_time
}
