import type { Channel, ChannelHealth } from '@turnpike/contract/routing/channel'
import { type Caller, mayReadSecrets } from '../../../http/caller.ts'
import { mayHoldSecret } from '../../system/config-file/channel-members.ts'
import { isFailed } from './attempts/failing.rules.ts'
import type { ChannelRow } from './channels.queries.ts'
import { shownSetting } from './edit/channel-proxy.ts'

/** A successful test took some time, so a channel without a response time has no passed test since its last failure. */
function healthOf(row: ChannelRow, failsByCalls: boolean): ChannelHealth {
  if (isFailed(row, failsByCalls)) return 'failed'
  return row.response_time > 0 ? 'ok' : 'untested'
}

/** A channel as administrators read it; `failing` are the ids of those that fail by their calls. */
export const wireChannel = (row: ChannelRow, failing: readonly number[]): Channel => ({
  ...row,
  setting: shownSetting(row.setting),
  key: '',
  health: healthOf(row, failing.includes(row.id)),
})

/** A caller who may not read secrets gets no query of an address and no settings that may hold credentials. */
export function shownTo<Shown extends Channel>(caller: Caller, channel: Shown): Shown {
  if (mayReadSecrets(caller)) return channel
  const { base_url, setting } = channel
  return {
    ...channel,
    base_url: mayHoldSecret('base_url', base_url) ? base_url.replace(/\?.*/s, '') : base_url,
    setting: mayHoldSecret('setting', setting) ? '' : setting,
  }
}
