import { role, type SignedIn } from '@turnpike/contract/user'

/** Who may open a page. The server checks every call again; this only decides what is drawn. */
export type Access = 'public' | 'signed-in' | 'admin' | 'root'

const leastRole: Record<Access, number> = {
  public: Number.NEGATIVE_INFINITY,
  'signed-in': Number.NEGATIVE_INFINITY,
  admin: role.admin,
  root: role.root,
}

/** Whether to draw the page, ask for a sign-in first, or say that the role is too low. */
export function admit(access: Access, user: Pick<SignedIn, 'role'> | undefined): 'welcome' | 'sign-in' | 'forbidden' {
  if (access === 'public') return 'welcome'
  if (!user) return 'sign-in'
  return user.role >= leastRole[access] ? 'welcome' : 'forbidden'
}
