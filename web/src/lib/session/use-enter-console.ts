import type { User } from '@turnpike/contract/user'
import { useLocation, useNavigate } from 'react-router'
import { returnPath } from './return-path.ts'
import { session } from './session.ts'

/** The last step of every kind of sign-in: stores the session and opens the page that the visitor had asked for. */
export function useEnterConsole(): (user: User) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return ({ id, username, display_name, role, status, group }) => {
    session.set({ id, username, display_name, role, status, group })
    navigate(returnPath(state?.from, window.location.origin), { replace: true })
  }
}
