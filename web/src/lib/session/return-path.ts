import { secondStepPath } from './console-entry.ts'

/** Pages that have done their work once the visitor is signed in. */
const beforeSignIn = new Set(['/login', secondStepPath, '/login/set-up', '/setup'])

/**
 * The page whose guard redirected the visitor to sign-in, if it is one of ours; else the entry of the console. The path came from the address bar, so
 * a crafted link such as `//elsewhere.example` could otherwise send a user who has just signed in to another site.
 */
export function returnPath(from: unknown, origin: string, entry: string): string {
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return entry
  const url = new URL(from, origin)
  const isOurs = url.origin === origin && !url.pathname.startsWith('//')
  return isOurs && !beforeSignIn.has(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : entry
}
