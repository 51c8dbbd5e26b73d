import type { ResultOf } from '@turnpike/contract/endpoint'
import type { OptionValues } from '@turnpike/contract/options'
import type { faqApi } from '@turnpike/contract/system/faq'
import type { Config } from './config.ts'
import type { Limits } from './http/limits.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Vault } from './secrets/vault.ts'
import type { Store } from './store/store.ts'

/** The dependencies that routes and jobs are passed; none is reached through a global. */
export type Deps = {
  config: Config
  log: Log
  store: Store
  /** The database that log rows are read from. */
  logStore: Store
  vault: Vault
  /** The administrator's options in force. */
  options: { current(): OptionValues }
  /** The questions that the operator answers. */
  faq: { current(): ResultOf<typeof faqApi.list> }
  limits: Limits
  outbound: Outbound
  mail: Mailer
  /** Drops a token's key from this instance's cache; other instances keep the cached row for a second at most. */
  forgetKey(key: string): void
  /** Reloads options, routes and questions: a change is in force here when this returns, on other instances within 2 s. */
  reload(): Promise<void>
  /** Fails when the database does not respond. */
  ping(): Promise<void>
  /** Unix seconds by the database's clock. */
  clock: () => number
}
