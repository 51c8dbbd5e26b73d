import { type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyPart } from '../lib/browser/lazy-part.ts'
import { session, signInRedirect } from '../lib/session/session.ts'
import { type Access, checkAccess } from './access.ts'

const ForbiddenState = lazyPart(async () => (await import('../components/states/forbidden-state.tsx')).ForbiddenState)

/** Draws the page when the role allows it; otherwise redirects to sign-in or shows that it is forbidden. */
export function Guarded({ access, children }: { access: Access; children: ReactNode }) {
  const decision = checkAccess(access, session.use())
  const { pathname, search, hash } = useLocation()
  if (decision === 'allowed') return children
  if (decision === 'forbidden')
    return (
      <Suspense>
        <ForbiddenState />
      </Suspense>
    )
  return <Navigate replace {...signInRedirect(pathname + search + hash)} />
}
