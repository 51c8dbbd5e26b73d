import { useRef } from 'react'
import { useToast } from '../../components/overlay/toast.tsx'
import { closeToast, type ToastExtra, toasts } from '../../components/overlay/toast-list.ts'

/** Errors stay until they are closed; a new try makes the last one old news, and must not be covered by it. */
export function useRefusal() {
  const toast = useToast()
  const last = useRef('')
  return {
    refuse(message: string, extra?: ToastExtra) {
      last.current = message
      toast.error(message, extra)
    },
    withdraw() {
      for (const { id, text } of toasts.get()) if (text === last.current) closeToast(id)
    },
  }
}
