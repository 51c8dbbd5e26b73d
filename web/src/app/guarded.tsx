import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ForbiddenState } from '../components/states/forbidden-state.tsx'
import { session, wayToSignIn } from '../lib/session/session.ts'
import { type Access, admit } from './access.ts'

/** Draws a page for those who may see it; the rest sign in first or are told why not. */
export function Guarded({ access, children }: { access: Access; children: ReactNode }) {
  const decision = admit(access, session.use())
  const { pathname, search, hash } = useLocation()
  if (decision === 'welcome') return children
  if (decision === 'forbidden') return <ForbiddenState />
  return <Navigate replace {...wayToSignIn(pathname + search + hash)} />
}
