import type { Channel, ChannelHealth } from '@turnpike/contract/channels/channel'
import { isFailed } from './attempts/failing.rules.ts'
import type { ChannelRow } from './channels.queries.ts'

/** A test that was answered took some time, so a channel without one has no passed test since its last failure. */
function healthOf(row: ChannelRow, failsByCalls: boolean): ChannelHealth {
  if (isFailed(row, failsByCalls)) return 'failed'
  return row.response_time > 0 ? 'ok' : 'untested'
}

/** A channel as administrators read it; `failing` are the ids of those that fail by their calls. */
export const wireChannel = (row: ChannelRow, failing: readonly number[]): Channel => ({
  ...row,
  key: '',
  health: healthOf(row, failing.includes(row.id)),
})
