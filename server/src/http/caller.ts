import type { TokenScope } from '@turnpike/contract/identity/access-token'

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
