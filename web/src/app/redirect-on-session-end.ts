import { secondFactorMissing, session, sessionEnd, signInRedirect } from '../lib/session/session.ts'
import { router } from './router.tsx'

/** Public pages have no guard: when a session ends there, by sign-out or expiry, this redirects to the sign-in page. */
export function redirectOnSessionEnd() {
  session.watch((user) => {
    const { pathname, search, hash } = router.state.location
    if (user || !sessionEnd() || pathname === '/login') return
    const { to, state } = signInRedirect(pathname + search + hash)
    router.navigate(to, { state, replace: true })
  })
  secondFactorMissing.watch((isMissing) => {
    if (isMissing) void router.navigate('/login/set-up', { replace: true })
  })
}
