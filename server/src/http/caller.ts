import type { TokenScope } from '@turnpike/contract/identity/access-token'
import { type OrgRole, orgMay } from '@turnpike/contract/identity/organisation'

/** The user a request was made by, as the database knows them at this moment. */
export type Caller = {
  id: number
  username: string
  role: number
  status: number
  group: string
  /** JSON of the user's limits; empty if there are none. */
  limits: string
  /** Present when the credentials are a browser session, absent for a system access token. */
  session?: {
    hash: string
    created_at: number
    /** The user must have a second factor and has none: the session may only set one up. */
    lacksSecondFactor?: true
  }
  /** The permissions of the system access token; absent for a session. */
  scope?: TokenScope
  /** The organisation that the request acts for; absent where users act for themselves. */
  org?: Seat | undefined
}

/** A member's place in an organisation. */
export type Seat = {
  /** The organisation, whose balance pays. */
  id: number
  role: OrgRole
  /** The name of the organisation. */
  name: string
  /** Its group and JSON of its limits. */
  group: string
  limits: string
  /** JSON of the member's caps; the models and groups that the member may use, separated by commas. Empty: any. */
  member: { limits: string; models: string; groups: string }
}

/** The account that the console shows and pays with: the organisation's, or the user's own. */
export const accountOf = ({ id, org }: Pick<Caller, 'id' | 'org'>): number => org?.id ?? id

/** The same for a row of money: who pays, and the member who acts for an organisation, or 0. */
export const billedTo = ({ id, org }: Pick<Caller, 'id' | 'org'>): { user_id: number; caller_id: number } =>
  org ? { user_id: org.id, caller_id: id } : { user_id: id, caller_id: 0 }

/** Whether the caller made a call, at the expense of the account that the caller acts for now. */
export const isOwnCall = (
  { id, org }: Pick<Caller, 'id' | 'org'>,
  { user_id, account_id }: { user_id: number; account_id: number },
): boolean => user_id === id && account_id === (org?.id ?? 0)

/** The calls that the console shows: a user's own, an organisation's, or a member's part of those. */
export type CallScope = { user_id?: number; account_id: number }
export const callScopeOf = ({ id, org }: Pick<Caller, 'id' | 'org'>): CallScope => {
  if (!org) return { user_id: id, account_id: 0 }
  return orgMay(org.role, 'watch') ? { account_id: org.id } : { user_id: id, account_id: org.id }
}

/** Whether whole keys and codes are shown to a caller. A token that may only read could act with them. */
export const mayReadSecrets = ({ scope }: Pick<Caller, 'scope'>): boolean => scope !== 'read'

/** Sent by agents, for whom a token of the scope `all` may only read. Anyone may send it: it only removes rights. */
export const agentHeader = 'x-turnpike-agent'

/** The result of reading a request's credentials, before any rule is applied. */
export type Identity =
  | { kind: 'none' }
  | { kind: 'stale session' }
  | { kind: 'unknown access token' }
  | { kind: 'caller'; caller: Caller }
