import type { Deps } from '../../../deps.ts'
import type { ChannelMails } from './health/channel-mails.ts'
import type { Probe } from './health/channel-probe.ts'
import type { ChannelRuns } from './runs/channel-run.ts'

/** The deps of channel tests and balances, besides those of every domain. */
export type ChannelDeps = Deps & {
  /** Sends requests to the upstreams of channels. */
  probe: Probe
  channelRuns: ChannelRuns
  channelMails: ChannelMails
}
