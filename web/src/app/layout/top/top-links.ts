import { role, type SignedIn } from '@turnpike/contract/identity/user'
import type { Status } from '@turnpike/contract/system/status'
import { firstVisiblePath, type Place } from '../side/side-items.ts'

export type TopLink = { key: 'home' | 'console' | 'pricing' | 'about'; path: string }

/** The top bar's links whose pages exist. Console opens the first visible page, whose guard may redirect to sign-in. */
export function topLinks(
  user: Pick<SignedIn, 'role'> | undefined,
  status: Status | undefined,
  pages: ReadonlySet<string>,
  place?: Place,
): TopLink[] {
  const links: { key: TopLink['key']; path: string | undefined }[] = [
    { key: 'home', path: '/' },
    { key: 'console', path: firstVisiblePath(user ?? { role: role.ordinary }, status, pages, place) },
    { key: 'pricing', path: '/pricing' },
    { key: 'about', path: '/about' },
  ]
  return links.filter((link): link is TopLink => link.path !== undefined && pages.has(link.path))
}
