import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** The secret that a user's authenticator app has; a row is there once a code of the app confirmed it. */
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
  /** By which the browser names it, in base64url; unique. */
  credential_id: string
  /** COSE, in base64url. */
  public_key: string
  /** How often it has signed, by its own count; 0 for those that do not count. */
  counter: number
  /** How it is reached, such as `usb,nfc`. */
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

/** Issuer and subject together name one user of a provider, for ever. */
export interface UserIdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  /** The name there, which is only shown. */
  login: string
  created_at: number
}
