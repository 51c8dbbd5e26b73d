import { role, type SignedIn } from '@turnpike/contract/identity/user'

/** The visitors who may open a page. The server checks every call again; this only decides whether the page is drawn. */
export type Access = 'public' | 'signed-in' | 'admin' | 'root'

const leastRole: Record<Access, number> = {
  public: Number.NEGATIVE_INFINITY,
  'signed-in': Number.NEGATIVE_INFINITY,
  admin: role.admin,
  root: role.root,
}

/** Whether to draw the page, redirect to sign-in, or show that the role is too low. */
export function checkAccess(
  access: Access,
  user: Pick<SignedIn, 'role'> | undefined,
): 'allowed' | 'sign-in' | 'forbidden' {
  if (access === 'public') return 'allowed'
  if (!user) return 'sign-in'
  return user.role >= leastRole[access] ? 'allowed' : 'forbidden'
}
