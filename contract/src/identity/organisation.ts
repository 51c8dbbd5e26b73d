/**
 * The roles of the members of an organisation. The owner can do everything; there is exactly one.
 *
 * - `admin` manages members and settings, sees and pays everything.
 * - `billing` tops up and sees everything, and does not call.
 * - `member` calls, and sees their own calls only.
 * - `viewer` sees everything and changes nothing.
 */
export const orgRoles = ['owner', 'admin', 'billing', 'member', 'viewer'] as const
export type OrgRole = (typeof orgRoles)[number]

/**
 * `call`: hold tokens and call at the organisation's expense. `watch`: see the balance, and the calls of all members.
 * `pay`: top up. `manage`: invite members, set their caps, change settings. `own`: transfer and delete it.
 */
export type OrgAct = 'call' | 'watch' | 'pay' | 'manage' | 'own'

const acts: Record<OrgRole, readonly OrgAct[]> = {
  owner: ['call', 'watch', 'pay', 'manage', 'own'],
  admin: ['call', 'watch', 'pay', 'manage'],
  billing: ['watch', 'pay'],
  member: ['call'],
  viewer: ['watch'],
}

/** Whether members of a role may do something. */
export const orgMay = (role: OrgRole, act: OrgAct): boolean => acts[role].includes(act)

/** Names the organisation that a call of the console acts for. */
export const orgHeader = 'x-turnpike-org'
