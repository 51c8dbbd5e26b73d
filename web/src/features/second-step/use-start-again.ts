import { useNavigate } from 'react-router'
import { useToast } from '../../components/overlay/toast.tsx'
import { CallError } from '../../lib/api/call.ts'

/** Returns to the first step when the second one took too long; false for every other failure. */
export function useStartAgain(): (error: Error) => boolean {
  const toast = useToast()
  const navigate = useNavigate()
  return (error) => {
    if (!(error instanceof CallError) || error.code !== 'second_step_expired') return false
    toast.error(error.message)
    void navigate('/login', { replace: true })
    return true
  }
}
