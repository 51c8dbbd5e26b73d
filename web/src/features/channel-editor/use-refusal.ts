import { useRef } from 'react'
import { closeToast, type ToastExtra, toast, toasts } from '../../components/overlay/toast-list.ts'

/** An error toast stays until it is closed, so a new attempt closes the toast of the attempt before. */
export function useRefusal() {
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
