import { type OrgRole, orgMay } from '@turnpike/contract/identity/organisation'
import { grantableRoles } from '@turnpike/contract/identity/organisation-api'

type Person = { user_id: number; role: OrgRole }
type Grantable = (typeof grantableRoles)[number]

/** The roles that a member may give to others: only the owner makes administrators. */
export const rolesGrantedBy = (role: OrgRole): readonly Grantable[] =>
  role === 'owner' ? grantableRoles : orgMay(role, 'manage') ? grantableRoles.filter((each) => each !== 'admin') : []

/** Whether a member may change another one; the server decides again. Owners may set their own caps. */
export const mayEdit = (viewer: Person, member: Person): boolean =>
  viewer.role === 'owner' || (viewer.role === 'admin' && member.role !== 'owner' && member.role !== 'admin')

/** The owner leaves by a transfer only, and others leave themselves. */
export const mayRemove = (viewer: Person, member: Person): boolean =>
  member.role !== 'owner' && member.user_id !== viewer.user_id && mayEdit(viewer, member)

export const mayOffer = (viewer: Person, member: Person): boolean =>
  viewer.role === 'owner' && member.user_id !== viewer.user_id
