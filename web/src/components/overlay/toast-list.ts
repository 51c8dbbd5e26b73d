import { type Shared, shared } from '../../lib/browser/observable.ts'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type ToastExtra = {
  /** A second, quieter line. */
  detail?: string
  /** One link at most. */
  link?: { text: string; to: string }
  /** Waits to be closed; errors always do. */
  stays?: boolean
}
export type Toast = ToastExtra & { id: number; kind: ToastKind; text: string; stays: boolean }

const toastsMax = 3

/** At most three: a fourth pushes out the oldest that would leave by itself, or else the oldest. */
export function pushToast(list: readonly Toast[], toast: Toast): readonly Toast[] {
  // The same sentence again replaces the one that is already there.
  const others = list.filter(({ kind, text }) => kind !== toast.kind || text !== toast.text)
  if (others.length < toastsMax) return [...others, toast]
  const leaving = others.find(({ stays }) => !stays) ?? others[0]
  return [...others.filter((other) => other !== leaving), toast]
}

export const toasts: Shared<readonly Toast[]> = shared<readonly Toast[]>([])

let lastId = 0

function show(kind: ToastKind, text: string, extra: ToastExtra = {}) {
  lastId += 1
  const stays = extra.stays ?? kind === 'error'
  toasts.set(pushToast(toasts.get(), { ...extra, id: lastId, kind, text, stays }))
}

export const closeToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** Speaks to the person from anywhere; components take it from `useToast()`. */
export const toast = {
  success: (text: string, extra?: ToastExtra) => show('success', text, extra),
  info: (text: string, extra?: ToastExtra) => show('info', text, extra),
  warning: (text: string, extra?: ToastExtra) => show('warning', text, extra),
  error: (text: string, extra?: ToastExtra) => show('error', text, extra),
}
