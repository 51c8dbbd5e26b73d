import { role, type SignInOutcome } from '@turnpike/contract/identity/user'
import { useLocation, useNavigate } from 'react-router'
import { stepsDone, stepsSkipped } from '../api/setup.ts'
import { firstStepsPath, secondStepPath } from './console-entry.ts'
import { firstPage } from './first-page.ts'
import { returnPath } from './return-path.ts'
import { session } from './session.ts'

/**
 * The last step of every kind of sign-in: stores the session and opens the page that the visitor wanted. Administrators
 * who wanted no particular page get the first steps, until a call has succeeded or they skipped them.
 */
export function useEnterConsole(): (outcome: SignInOutcome) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (outcome) => {
    // The second step is a page of its own: the page of every first step stays light.
    if ('require_2fa' in outcome)
      return void navigate(secondStepPath, { replace: true, state: { from: state?.from, methods: outcome.methods } })
    const { id, username, display_name, role: level, status, group } = outcome
    const wantsNone = state?.from === undefined || state.from === '/'
    const hasSteps = wantsNone && level >= role.admin && !stepsDone.get() && !stepsSkipped.get()
    session.set({ id, username, display_name, role: level, status, group })
    navigate(hasSteps ? firstStepsPath : returnPath(state?.from, window.location.origin, firstPage()), {
      replace: true,
      // At once: in a transition the old form would stay until the code of the new page has come, below a signed-in top bar.
      flushSync: true,
      state: hasSteps ? { isLanding: true } : undefined,
    })
  }
}
