import { useState } from 'react'
import { useToast } from '../overlay/toast.tsx'
import { closeToast, toasts } from '../overlay/toast-list.ts'

/** Why a form was refused: shown in the form and as a toast, until the next attempt. */
export function useRefusal() {
  const toast = useToast()
  const [problem, setProblem] = useState('')
  return {
    problem,
    /** In the form only, beside the field with the mistake. */
    showInForm: setProblem,
    refuse(message: string) {
      setProblem(message)
      toast.error(message)
    },
    withdraw() {
      setProblem('')
      for (const { id, text } of toasts.get()) if (text === problem) closeToast(id)
    },
  }
}
