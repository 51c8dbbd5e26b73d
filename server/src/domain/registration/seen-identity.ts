import type { Binding } from '@turnpike/contract/account'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { rememberIdentity } from './registration.queries.ts'

/** Something that tells people apart: a mail address, or what a provider calls them. */
export type SeenIdentity = { kind: Binding; value: string }

/** Notes that this address or identity has been somebody's here; true for the first time. */
export const markSeen = (transaction: Store, vault: Vault, { kind, value }: SeenIdentity, at: number) =>
  rememberIdentity(transaction, { kind, hash: vault.hash(`${kind} ${value}`, 'identity'), seen_at: at })
