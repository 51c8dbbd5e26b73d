import { type Observable, observable } from '../../lib/browser/observable.ts'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type ToastExtra = {
  /** A second line, smaller. */
  detail?: string
  /** One link at most. */
  link?: { text: string; to: string }
  /** One button, such as Undo; pressing it closes the toast. */
  action?: { text: string; onPress: () => void }
  /** Stays until it is closed; errors always do. */
  stays?: boolean
}
export type Toast = ToastExtra & { id: number; kind: ToastKind; text: string; stays: boolean }

const toastsMax = 3

/** At most three: a fourth replaces the oldest that would close by itself, or else the oldest. */
export function pushToast(list: readonly Toast[], toast: Toast): readonly Toast[] {
  // The same text again replaces the toast that shows it.
  const others = list.filter(({ kind, text }) => kind !== toast.kind || text !== toast.text)
  if (others.length < toastsMax) return [...others, toast]
  const replaced = others.find(({ stays }) => !stays) ?? others[0]
  return [...others.filter((other) => other !== replaced), toast]
}

export const toasts: Observable<readonly Toast[]> = observable<readonly Toast[]>([])

let lastId = 0

function show(kind: ToastKind, text: string, extra: ToastExtra = {}) {
  lastId += 1
  const stays = extra.stays ?? kind === 'error'
  toasts.set(pushToast(toasts.get(), { ...extra, id: lastId, kind, text, stays }))
}

export const closeToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** `toast.success('Key copied')`: all but errors close after seconds, errors stay until they are closed. */
export const toast = {
  success: (text: string, extra?: ToastExtra) => show('success', text, extra),
  info: (text: string, extra?: ToastExtra) => show('info', text, extra),
  warning: (text: string, extra?: ToastExtra) => show('warning', text, extra),
  error: (text: string, extra?: ToastExtra) => show('error', text, extra),
}
