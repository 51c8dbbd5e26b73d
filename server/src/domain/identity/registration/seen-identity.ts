import type { Binding } from '@turnpike/contract/identity/self'
import type { Vault } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import { rememberIdentity } from './registration.queries.ts'

/** A mail address, or a user's id at a provider; for OpenID Connect its issuer and subject. */
export type SeenIdentity =
  | { kind: Binding; value: string }
  | { kind: 'oidc'; value: string; issuer: string; subject: string }

/** Stores that an account has had this address or identity; true for the first time. */
export const markSeen = (transaction: Store, vault: Vault, { kind, value }: SeenIdentity, at: number) =>
  rememberIdentity(transaction, { kind, hash: vault.hash(`${kind} ${value}`, 'identity'), seen_at: at })
