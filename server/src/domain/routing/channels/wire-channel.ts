import type { Channel, ChannelHealth } from '@turnpike/contract/routing/channel'
import { type Caller, mayReadSecrets } from '../../../http/caller.ts'
import { mayHoldSecret } from '../../system/config-file/channel-members.ts'
import { isFailed } from './attempts/failing.rules.ts'
import type { ChannelRow } from './channels.queries.ts'
import { shownSetting } from './edit/channel-proxy.ts'
import { maskLiterals } from './edit/header-literals.ts'

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
  param_override: maskLiterals('param_override', row.param_override),
  header_override: maskLiterals('header_override', row.header_override),
  health: healthOf(row, failing.includes(row.id)),
})

/** A caller who may not read secrets gets no query of an address and no settings that may hold credentials. */
export function shownTo<Shown extends Channel>(caller: Caller, channel: Shown): Shown {
  if (mayReadSecrets(caller)) return channel
  const { base_url, setting, param_override } = channel
  return {
    ...channel,
    base_url: mayHoldSecret('base_url', base_url) ? base_url.replace(/\?.*/s, '') : base_url,
    setting: mayHoldSecret('setting', setting) ? '' : setting,
    param_override: mayHoldSecret('param_override', param_override) ? '' : param_override,
  }
}
