import dayjs from 'dayjs'

/** The longest span that the server reads: a month, and the hour by which the end is later than now. */
const spanMaxSeconds = 31 * 86_400 + 3600
const hourSeconds = 3600

/** The windows of one click, by the number of whole days before today that they reach back. */
export const quickWindows = { today: 0, '3d': 3, '7d': 7, '30d': 30 } as const
export type QuickWindow = keyof typeof quickWindows

/** Shown when the address names no window. */
export const usualWindow: QuickWindow = '3d'

/** Unix seconds, both inclusive. */
export type LogSpan = { start: number; end: number }
export type LogWindow = { kind: 'quick'; name: QuickWindow } | ({ kind: 'own' } & LogSpan)

const isQuick = (name: string): name is QuickWindow => Object.hasOwn(quickWindows, name)

const readSeconds = (text: string): number | undefined => (/^\d{1,12}$/.test(text) ? Number(text) : undefined)

/** The window that an address names; anything that cannot be read is the usual one. */
export function readWindow({ window, start_timestamp, end_timestamp }: WindowParams): LogWindow {
  const start = readSeconds(start_timestamp)
  const end = readSeconds(end_timestamp)
  if (start !== undefined && end !== undefined) return { kind: 'own', start, end }
  return { kind: 'quick', name: isQuick(window) ? window : usualWindow }
}
export type WindowParams = { window: string; start_timestamp: string; end_timestamp: string }

/** The window as the address has it; the usual one needs no words. */
export const writeWindow = (window: LogWindow): WindowParams =>
  window.kind === 'own'
    ? { window: '', start_timestamp: String(window.start), end_timestamp: String(window.end) }
    : { window: window.name === usualWindow ? '' : window.name, start_timestamp: '', end_timestamp: '' }

/** From midnight in the reader's zone until an hour after now, so that clocks that run ahead hide no row. */
export function spanOf(window: LogWindow, nowSeconds: number): LogSpan {
  if (window.kind === 'own') return { start: window.start, end: window.end }
  const end = nowSeconds + hourSeconds
  const midnight = dayjs.unix(nowSeconds).startOf('day').subtract(quickWindows[window.name], 'day').unix()
  // A month in which the clock is put back is an hour longer.
  return { start: Math.max(midnight, end - spanMaxSeconds), end }
}

export type SpanProblem = 'tooLong' | 'reversed'

/** Why the server would refuse a span; undefined when it would not. */
export function spanProblem({ start, end }: LogSpan): SpanProblem | undefined {
  if (start > end) return 'reversed'
  return end - start > spanMaxSeconds ? 'tooLong' : undefined
}
