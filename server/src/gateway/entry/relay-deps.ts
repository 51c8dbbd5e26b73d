import type { Deps } from '../../deps.ts'
import type { Ledger } from '../../domain/wallet/ledger/ledger.ts'
import type { Agents } from '../../outbound/agents.ts'
import type { LiveSnapshot } from '../routing/snapshot.ts'
import type { Authenticator } from './authenticate.ts'
import type { InFlight } from './in-flight.ts'

/** What the relay's steps are handed. */
export type RelayDeps = Pick<Deps, 'store' | 'log' | 'clock' | 'config' | 'limits' | 'channelMails'> & {
  snapshot: LiveSnapshot
  ledger: Ledger
  agents: Agents
  authenticate: Authenticator
  inFlight: InFlight
  /** 0 ≤ random() < 1 */
  random: () => number
}
