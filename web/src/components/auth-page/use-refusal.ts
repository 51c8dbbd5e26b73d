import { useState } from 'react'
import { useToast } from '../overlay/toast.tsx'
import { closeToast, toasts } from '../overlay/toast-list.ts'

/** What a form was refused for: said beside it and as a toast, until the next try makes it old news. */
export function useRefusal() {
  const toast = useToast()
  const [problem, setProblem] = useState('')
  return {
    problem,
    /** Beside the form only: it stands where the mistake is. */
    point: setProblem,
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
