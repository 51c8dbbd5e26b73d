import { session, sessionEnd, wayToSignIn } from '../lib/session/session.ts'
import { router } from './router.tsx'

/** Pages for everyone have no guard, but signing out and an expired session lead to the sign-in page from there too. */
export function leaveWithSession() {
  session.watch((user) => {
    const { pathname, search, hash } = router.state.location
    if (user || !sessionEnd() || pathname === '/login') return
    const { to, state } = wayToSignIn(pathname + search + hash)
    router.navigate(to, { state, replace: true })
  })
}
