import type { TokenScope } from '@turnpike/contract/identity/access-token'
import type { OrgRole } from '@turnpike/contract/identity/organisation'
import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface IdentityTables {
  /** People, and organisations, which have a balance like people and cannot sign in. */
  users: {
    id: Generated<number>
    kind: Generated<'person' | 'org'>
    username: string
    /** The name trimmed and lower-cased; unique, deleted accounts included. */
    username_key: string
    password_hash: Generated<string>
    display_name: Generated<string>
    role: Generated<number>
    status: Generated<number>
    /** Proved by a code; one live account has it. */
    email: Generated<string>
    /** Typed at registration and not proved; only shown. */
    claimed_email: Generated<string>
    github_id: Generated<string>
    github_name: Generated<string>
    wechat_id: Generated<string>
    telegram_id: Generated<string>
    linux_do_id: Generated<string>
    linux_do_name: Generated<string>
    access_token_hash: string | null
    access_token_scope: Generated<TokenScope>
    /** Posted balance; `quota - held` may still be spent. */
    quota: Generated<number>
    /** Sum of the open holds. */
    held: Generated<number>
    used_quota: Generated<number>
    request_count: Generated<number>
    group: Generated<string>
    aff_code: Generated<string>
    aff_count: Generated<number>
    aff_quota: Generated<number>
    aff_history_quota: Generated<number>
    inviter_id: Generated<number>
    /** JSON of the account's own preferences, or ''. */
    setting: Generated<string>
    /** A session of an older version has ended. */
    session_version: Generated<number>
    created_at: number
    last_login_at: Generated<number>
    deleted_at: number | null
    /** JSON; empty where there are none. */
    limits: Generated<string>
    billing_preference: Generated<BillingPreference>
    /** 1 once the account has had a subscription: only then its calls look for pots. */
    has_pots: Generated<Flag>
  }

  sessions: {
    id_hash: string
    user_id: number
    version: number
    created_at: number
    seen_at: number
    expires_at: number
    address: Generated<string>
    user_agent: Generated<string>
  }

  /** Mail codes, reset tokens, states and nonces: one live value per purpose and subject. */
  one_time_values: {
    purpose: string
    subject: string
    hash: string
    payload: Generated<string>
    attempts: Generated<number>
    created_at: number
    expires_at: number
  }

  tokens: {
    id: Generated<number>
    /** The user or organisation that pays. */
    user_id: number
    /** The member who owns a token that an organisation pays for; otherwise 0, and `user_id` owns it. */
    caller_id: Generated<number>
    key_cipher: string
    key_hash: string
    status: Generated<number>
    name: string
    created_time: number
    accessed_time: Generated<number>
    /** -1 never */
    expired_time: Generated<number>
    /** For an unlimited token it only counts down, below zero too. */
    remain_quota: Generated<number>
    held: Generated<number>
    used_quota: Generated<number>
    unlimited_quota: Generated<Flag>
    model_limits_enabled: Generated<Flag>
    model_limits: Generated<string>
    allow_ips: Generated<string>
    group: Generated<string>
    /** JSON; empty where there are none. */
    limits: Generated<string>
    /** JSON of the terms by which its calls are recorded; empty where they are not. */
    record: Generated<string>
    /** Empty: the preference of who pays. */
    billing_preference: Generated<BillingPreference | ''>
    deleted_at: number | null
  }

  /** A time of 0 means that it has not happened. */
  share_links: {
    id: Generated<number>
    code_hash: string
    token_id: number
    user_id: number
    created_at: number
    expires_at: number
    used_at: Generated<number>
    revoked_at: Generated<number>
  }

  saved_views: {
    id: Generated<number>
    user_id: number
    list: string
    name: string
    /** The name in lower case; unique per user and list. */
    name_key: string
    query: string
    is_default: Generated<Flag>
    created_at: number
  }

  /** The secret of a user's authenticator app. The row is written when a code of the app has confirmed it. */
  totp_secrets: {
    user_id: number
    secret_cipher: string
    /** The time step of the last code that was accepted: a code is accepted once. */
    last_step: number
    created_at: number
  }

  /** A row is an unused code; using it deletes it. */
  recovery_codes: {
    user_id: number
    code_hash: string
  }

  passkeys: {
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

  oidc_providers: {
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
  user_identities: {
    issuer: string
    subject: string
    user_id: number
    /** The name at the provider, for display. */
    login: string
    created_at: number
  }

  /** Keyed hashes of the addresses and identities that accounts have had. */
  seen_identities: {
    kind: string
    hash: string
    seen_at: number
  }

  /** The settings of an organisation, whose row in `users` has its name, balance, group and limits. */
  organisations: {
    id: number
    created_by: number
    created_at: number
    /** The balance that was left when it was deleted, and was written off. */
    written_off: Generated<number>
  }

  organisation_members: {
    org_id: number
    user_id: number
    role: OrgRole
    /** JSON of the caps on what the member spends; empty where there are none. */
    limits: Generated<string>
    /** The models that the member may call, separated by commas; empty: any. */
    models: Generated<string>
    /** The groups that the member's tokens may have, separated by commas; empty: any. */
    groups: Generated<string>
    joined_at: number
  }

  /** A time of 0 means that it has not happened. */
  organisation_invitations: {
    id: Generated<number>
    org_id: number
    code_hash: string
    /** Where it was sent; empty for a link. */
    email: Generated<string>
    role: OrgRole
    created_by: number
    created_at: number
    expires_at: number
    accepted_by: Generated<number>
    accepted_at: Generated<number>
    revoked_at: Generated<number>
  }

  /** A member who was asked to become the owner, and has not answered. */
  organisation_transfers: {
    org_id: number
    from_user: number
    to_user: number
    created_at: number
    expires_at: number
  }
}
