import type { Config } from './config.ts'
import type { ChannelMails } from './domain/channels/health/channel-mails.ts'
import type { Probe } from './domain/channels/health/channel-probe.ts'
import type { ChannelRuns } from './domain/channels/runs/channel-run.ts'
import type { LiveOptions } from './domain/options/live-options.ts'
import type { Limits } from './http/limits.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Vault } from './secrets/vault.ts'
import type { Store } from './store/store.ts'

/** What the parts of the server are handed; nothing is reached through a global. */
export type Deps = {
  config: Config
  log: Log
  store: Store
  /** Where log rows are read from. */
  logStore: Store
  vault: Vault
  options: LiveOptions
  limits: Limits
  outbound: Outbound
  mail: Mailer
  /** Asks the upstreams of channels. */
  probe: Probe
  channelRuns: ChannelRuns
  channelMails: ChannelMails
  /** What the relay remembers of a token's key no longer counts here; elsewhere it does for a second at most. */
  forgetKey(key: string): void
  /** Reads again what instances keep in memory: whoever made a change sees it at once, the others within 2 s. */
  reload(): Promise<void>
  /** Fails when the database does not answer. */
  ping(): Promise<void>
  /** Unix seconds by the database's clock. */
  clock: () => number
}
