import type { Deps } from '../../deps.ts'
import type { ChannelMails } from './health/channel-mails.ts'
import type { Probe } from './health/channel-probe.ts'
import type { ChannelRuns } from './runs/channel-run.ts'

/** What tests and balances of channels need besides what every domain is handed. */
export type ChannelDeps = Deps & {
  /** Asks the upstreams of channels. */
  probe: Probe
  channelRuns: ChannelRuns
  channelMails: ChannelMails
}
