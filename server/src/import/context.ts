import type { OptionValues } from '@turnpike/contract/options'
import type { Vault } from '../secrets/vault.ts'
import type { Store } from '../store/store.ts'
import type { Family } from './sources/open-source.ts'
import type { Source } from './sources/source.ts'

/** Rows of the source that exist here, or would after this run: their ids there and here. 0 in a dry run. */
export type KnownIds = Record<'users' | 'tokens' | 'channels' | 'plans', Map<string, number>>

export type ImportContext = {
  source: Source
  family: Family
  /** Recognises the source in a repeated import. */
  fingerprint: string
  store: Store
  vault: Vault
  /** The options in force here before the import. */
  options: OptionValues
  now: number
  isDryRun: boolean
  /** Unix seconds from which log rows come; none without it. */
  logsSince: number | undefined
  ids: KnownIds
  /** Reports the current step to the operator. */
  say(text: string): void
}
