import type { User } from '@turnpike/contract/user'
import { useLocation, useNavigate } from 'react-router'
import { returnPath } from './return-path.ts'
import { session } from './session.ts'

/** What every kind of sign-in ends with: remember who it was and go back to where the visitor wanted to be. */
export function useEnterConsole(): (user: User) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return ({ id, username, display_name, role, status, group }) => {
    session.set({ id, username, display_name, role, status, group })
    navigate(returnPath(state?.from, window.location.origin), { replace: true })
  }
}
