import { z } from 'zod'
import type { BoundsByField } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { windowState } from '../money/plans/billing.ts'

export const role = { ordinary: 1, admin: 10, root: 100 } as const
export type Role = (typeof role)[keyof typeof role]
export const userStatus = { enabled: 1, banned: 2 } as const

/** The account of a fresh installation; until its password is changed, it signs in from the machine's own network only. */
export const defaultRoot = { username: 'root', password: '123456' } as const

export const user = z.object({
  id: z.int(),
  username: z.string(),
  password: z.literal(''), // write-only; clients of this family expect the member
  display_name: z.string(),
  role: z.int(),
  status: z.int(),
  email: z.string(), // proved by a code
  claimed_email: z.string(), // given at registration without a proof: it signs nobody in and resets no password
  github_id: z.string(),
  github_name: z.string(), // the login name at the last sign-in or binding; empty for one from before it was stored
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  linux_do_name: z.string(),
  group: z.string(),
  quota: z.int(),
  held: z.int(), // held by running calls; part of the quota until they are charged
  used_quota: z.int(),
  request_count: z.int(),
  aff_code: z.string(),
  aff_count: z.int(),
  aff_quota: z.int(),
  aff_history_quota: z.int(),
  inviter_id: z.int(),
  created_at: z.int(),
  last_login_at: z.int(),
  DeletedAt: z.string().nullable(), // null, not absent, until the account is cancelled
  revision: z.string(), // of names and group
})
export type User = z.infer<typeof user>

/** What is left of a running plan of the account; empty and absent where it has none. */
const runningPlan = z.object({ title: z.string(), windows: z.array(windowState) })
export type RunningPlan = z.infer<typeof runningPlan>

/** Wider than those of a new name or password: accounts from before a rule changed must be able to sign in. */
export const credentialBounds = {
  username: { charactersMin: 1, lengthMax: 254 },
  password: { charactersMin: 1, lengthMax: 1024 },
} satisfies BoundsByField
const credential = z.string('credentials_missing')
export const passwordToCheck = credential
  .min(credentialBounds.password.charactersMin, 'credentials_missing')
  .max(credentialBounds.password.lengthMax, 'credentials_wrong')
export const credentials = z.object({
  username: credential
    .trim()
    .min(credentialBounds.username.charactersMin, 'credentials_missing')
    .max(credentialBounds.username.lengthMax, 'credentials_wrong'),
  password: passwordToCheck,
})

/** The part of a user that the browser keeps to draw menus. The server never accepts it back. */
export const signedIn = user.pick({
  id: true,
  username: true,
  display_name: true,
  role: true,
  status: true,
  group: true,
})
export type SignedIn = z.infer<typeof signedIn>

/** Methods for the second step of a sign-in. */
export const secondStepMethods = ['totp', 'passkey', 'recovery_code'] as const
export type SecondStepMethod = (typeof secondStepMethods)[number]

/** The first step succeeded, and the account requires a second one in the same browser. */
const halfSignIn = z.object({ require_2fa: z.literal(true), methods: z.array(z.enum(secondStepMethods)) })
export type HalfSignIn = z.infer<typeof halfSignIn>
/** The result of every kind of sign-in. */
export const signInOutcome = z.union([halfSignIn, user])
export type SignInOutcome = z.infer<typeof signInOutcome>

const self = user.extend({ plans: z.array(runningPlan).optional() })
export type Self = z.infer<typeof self>

export const userApi = {
  login: endpoint('public', 'POST /api/user/login', {
    summary:
      'Sign in with a user name or mail address and a password; an account with a second factor then needs that factor',
    botCheck: true,
    query: z.object({ turnstile: z.string().optional() }),
    body: credentials,
    data: signInOutcome,
  }),
  logout: endpoint('public', 'GET /api/user/logout', { changes: true, summary: 'End the session' }),
  self: endpoint('user', 'GET /api/user/self', { summary: 'The account that calls', duringSetUp: true, data: self }),
}
