import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** The secret of a user's authenticator app. The row is written when a code of the app has confirmed it. */
export interface TotpSecretsTable {
  user_id: number
  secret_cipher: string
  /** The time step of the last code that was accepted: a code is accepted once. */
  last_step: number
  created_at: number
}

/** A row is an unused code; using it deletes it. */
export interface RecoveryCodesTable {
  user_id: number
  code_hash: string
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  /** The id that the browser uses, in base64url; unique. */
  credential_id: string
  /** COSE, in base64url. */
  public_key: string
  /** The signature counter of the passkey; 0 if it has none. */
  counter: number
  /** The transports of the passkey, such as `usb,nfc`. */
  transports: string
  name: string
  created_at: number
  used_at: Generated<number>
}

export interface OidcProvidersTable {
  slug: string
  name: string
  issuer: string
  client_id: string
  /** Empty for a public client. */
  secret_cipher: string
  scopes: string
  username_claim: string
  group_claim: string
  /** JSON: values of the claim to groups. */
  group_map: string
  allow_registration: Flag
  created_at: number
}

/** Issuer and subject together identify one user of a provider permanently. */
export interface UserIdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  /** The name at the provider, for display. */
  login: string
  created_at: number
}
