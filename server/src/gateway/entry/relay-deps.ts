import type { Deps } from '../../deps.ts'
import type { AttemptLog } from '../../domain/channels/attempts/attempt-log.ts'
import type { ChannelMails } from '../../domain/channels/health/channel-mails.ts'
import type { FailureLog } from '../../domain/logs/failure-log.ts'
import type { Ledger } from '../../domain/wallet/ledger/ledger.ts'
import type { Agents } from '../../outbound/agents.ts'
import type { LiveSnapshot } from '../routing/snapshot.ts'
import type { TokenCache } from '../routing/token-cache.ts'
import type { Authenticator } from './authenticate.ts'
import type { InFlight } from './in-flight.ts'
import type { RelayMetrics } from './relay-metrics.ts'

/** What the relay's steps are handed. */
export type RelayDeps = Pick<Deps, 'store' | 'log' | 'clock' | 'config' | 'limits'> & {
  snapshot: LiveSnapshot
  ledger: Ledger
  agents: Agents
  tokenCache: TokenCache
  channelMails: ChannelMails
  authenticate: Authenticator
  inFlight: InFlight
  metrics: RelayMetrics
  failureLog: FailureLog
  attemptLog: AttemptLog
  /** 0 ≤ random() < 1 */
  random: () => number
}
