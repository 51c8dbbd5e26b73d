import type { Deps } from '../../deps.ts'
import type { Ledger } from '../../domain/money/wallet/ledger/ledger.ts'
import type { AttemptLog } from '../../domain/routing/channels/attempts/attempt-log.ts'
import type { ChannelMails } from '../../domain/routing/channels/health/channel-mails.ts'
import type { StickyFigures } from '../../domain/routing/channels/keys/sticky.queries.ts'
import type { Tally } from '../../domain/routing/channels/keys/tally.ts'
import type { FailureLog } from '../../domain/usage/logs/failure-log.ts'
import type { RecordQueue } from '../../domain/usage/prompt-records/record-queue.ts'
import type { ChannelAgents } from '../../outbound/agents.ts'
import type { Traces } from '../../traces/traces.ts'
import type { ChannelQueue } from '../routing/channel-queue.ts'
import type { Cooldowns } from '../routing/cooldowns.ts'
import type { LiveSnapshot } from '../routing/snapshot.ts'
import type { Sticky } from '../routing/sticky.ts'
import type { TokenCache } from '../routing/token-cache.ts'
import type { InFlight } from './in-flight/in-flight.ts'
import type { Authenticator } from './key/authenticate.ts'
import type { RelayMetrics } from './relay-metrics.ts'
export type RelayDeps = Pick<Deps, 'store' | 'log' | 'clock' | 'config' | 'limits'> & {
  snapshot: LiveSnapshot
  ledger: Ledger
  agents: ChannelAgents
  tokenCache: TokenCache
  channelMails: ChannelMails
  authenticate: Authenticator
  inFlight: InFlight
  metrics: RelayMetrics
  /** Undefined unless the operator has configured a collector. */
  traces: Traces | undefined
  failureLog: FailureLog
  promptRecords: RecordQueue
  attemptLog: AttemptLog
  cooldowns: Cooldowns
  /** The calls of this process that wait because all their channels are full. */
  channelQueue: ChannelQueue
  /** Spending per key of channels with several keys, for display only. Accounts are kept per channel. */
  keySpending: Tally<{ quota: number; calls: number }>
  sticky: Sticky
  stickyFigures: Tally<StickyFigures>
  /** 0 ≤ random() < 1 */
  random: () => number
}

export type TaskDeps = RelayDeps & Pick<Deps, 'options' | 'vault'>
