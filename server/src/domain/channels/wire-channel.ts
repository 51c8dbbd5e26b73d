import type { Channel, ChannelHealth } from '@turnpike/contract/channels/channel'
import type { ChannelRow } from './channels.queries.ts'

/** A test that was answered took some time, so a channel without one has no passed test since its last failure. */
function healthOf({ failed_time, response_time }: Pick<ChannelRow, 'failed_time' | 'response_time'>): ChannelHealth {
  if (failed_time > 0) return 'failed'
  return response_time > 0 ? 'ok' : 'untested'
}

/** A channel as administrators read it. */
export const wireChannel = (row: ChannelRow): Channel => ({ ...row, key: '', health: healthOf(row) })
