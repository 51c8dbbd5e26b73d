import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { unlessEmpty } from '../left-out.ts'
import { quotaBounds } from '../quota.ts'
import { passwordField, usernameField } from './registration.ts'
import { credentialBounds, passwordToCheck } from './user.ts'
import { displayNameField } from './user-admin.ts'

/** A sensitive change requires the password, unless the sign-in is at most this old. */
export const recentLoginSeconds = 600

const originalPassword = unlessEmpty(z.string().max(credentialBounds.password.lengthMax, 'credentials_wrong'))

const selfChange = z.object({
  username: unlessEmpty(usernameField),
  display_name: unlessEmpty(displayNameField),
  password: unlessEmpty(passwordField),
  /** Required with a new password when the sign-in is not recent. */
  original_password: originalPassword,
})
export type SelfChange = z.output<typeof selfChange>

/** Accounts elsewhere that can sign in here, and the mail address. */
export const bindings = ['email', 'github', 'linuxdo', 'wechat', 'telegram'] as const
export type Binding = (typeof bindings)[number]

/** A browser that is signed in. The id ends the session and opens none. */
export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  created_at: z.int(),
  seen_at: z.int(), // exact to five minutes
  expires_at: z.int(),
  address: z.string(),
  user_agent: z.string(),
})
export type OwnSession = z.infer<typeof ownSession>

/**
 * Calls of a user about their own account. Sensitive calls are refused with `recent_login_required` when the sign-in is
 * older than `recentLoginSeconds`: call `confirm` with the password, then repeat the call.
 */
export const selfApi = {
  update: endpoint('user', 'PUT /api/user/self', {
    summary: 'Change the own name, display name or password. A new password ends every other session',
    body: selfChange,
  }),
  remove: endpoint('user', 'DELETE /api/user/self', {
    summary: 'Cancel the own account for good (sensitive)',
    body: z.object({ original_password: originalPassword }),
  }),
  confirm: endpoint('user', 'POST /api/user/confirm', {
    duringSetUp: true,
    summary: 'Confirm the own password, so that sensitive calls are accepted for ten minutes',
    body: z.object({ original_password: passwordToCheck }),
  }),
  affiliateCode: endpoint('user', 'GET /api/user/aff', {
    changes: true, // creates the code
    summary: 'The own invitation code',
    data: z.string(),
  }),
  affiliateTransfer: endpoint('user', 'POST /api/user/aff_transfer', {
    summary: 'Move earnings of invitations to the balance; at least one unit. The message says what was moved',
    body: z.object({ quota: z.int().min(quotaBounds.min).max(quotaBounds.max) }),
    beside: z.object({ message: z.string() }),
  }),
  sessions: endpoint('user', 'GET /api/user/sessions', {
    summary: 'Where the account is signed in, newest first',
    data: z.array(ownSession),
  }),
  endSession: endpoint('user', 'DELETE /api/user/sessions/{id}', {
    summary: 'Sign one browser out',
    params: z.object({ id: z.string().max(64, 'invalid_id') }),
  }),
  endOtherSessions: endpoint('user', 'DELETE /api/user/sessions', { summary: 'Sign every other browser out' }),
  unbind: endpoint('user', 'DELETE /api/user/binding/{provider}', {
    summary: 'Unbind the mail address or an account elsewhere (sensitive); one sign-in method must remain',
    params: z.object({ provider: z.enum(bindings, 'invalid_parameter') }),
  }),
}
