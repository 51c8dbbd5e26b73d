import dayjs from 'dayjs'

/** A month, and the hour by which the end is later than now. */
export const monthSeconds = 31 * 86_400 + 3600
const hourSeconds = 3600

/** The presets, by the number of whole days before today that they reach back. All but yesterday reach to now. */
export const quickWindows = { today: 0, yesterday: 1, '3d': 3, '7d': 7, '30d': 30 } as const
export type QuickWindow = keyof typeof quickWindows

/** Unix seconds, both inclusive. */
export type TimeSpan = { start: number; end: number }
export type TimeWindow = { kind: 'quick'; name: QuickWindow } | ({ kind: 'own' } & TimeSpan)

const isQuick = (name: string): name is QuickWindow => Object.hasOwn(quickWindows, name)

const readSeconds = (text: string): number | undefined => (/^\d{1,12}$/.test(text) ? Number(text) : undefined)

/** The window that an address names; an unreadable one is the default window of the list. */
export function readWindow({ window, start_timestamp, end_timestamp }: WindowParams, usual: QuickWindow): TimeWindow {
  const start = readSeconds(start_timestamp)
  const end = readSeconds(end_timestamp)
  if (start !== undefined && end !== undefined) return { kind: 'own', start, end }
  return { kind: 'quick', name: isQuick(window) ? window : usual }
}
export const windowNames = ['window', 'start_timestamp', 'end_timestamp'] as const
export type WindowParams = Record<(typeof windowNames)[number], string>

/** The window as the address has it; the default window needs no parameter. */
export const writeWindow = (window: TimeWindow, usual: QuickWindow): WindowParams =>
  window.kind === 'own'
    ? { window: '', start_timestamp: String(window.start), end_timestamp: String(window.end) }
    : { window: window.name === usual ? '' : window.name, start_timestamp: '', end_timestamp: '' }

/** From midnight in the reader's zone until an hour after now, so that clocks that run ahead hide no row, or one whole day. */
export function spanOf(window: TimeWindow, nowSeconds: number): TimeSpan {
  if (window.kind === 'own') return { start: window.start, end: window.end }
  const end = nowSeconds + hourSeconds
  const today = dayjs.unix(nowSeconds).startOf('day')
  const midnight = today.subtract(quickWindows[window.name], 'day').unix()
  if (window.name === 'yesterday') return { start: midnight, end: today.unix() - 1 }
  // A month in which the clock is put back is an hour longer.
  return { start: Math.max(midnight, end - monthSeconds), end }
}

export type SpanProblem = 'tooLong' | 'reversed'

/** The reason why the server would refuse a span; undefined when it would accept it. */
export function spanProblem({ start, end }: TimeSpan, maxSeconds: number): SpanProblem | undefined {
  if (start > end) return 'reversed'
  return end - start > maxSeconds ? 'tooLong' : undefined
}

export const nowSeconds = () => Math.floor(Date.now() / 1000)
