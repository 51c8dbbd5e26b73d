import type { Language } from '@turnpike/contract/errors'
import { translated } from '../text/translated.ts'

const two = (number: number) => String(number).padStart(2, '0')

const day = (date: Date) => `${two(date.getMonth() + 1)}-${two(date.getDate())}`
const hours = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`
const clock = (date: Date) => `${hours(date)}:${two(date.getSeconds())}`

/** Unix seconds as `14:09` in the reader's zone. */
export const formatClock = (seconds: number): string => hours(new Date(seconds * 1000))

/** Unix seconds as `2026-06-18 14:09:07` in the reader's zone. */
export function formatTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${day(date)} ${clock(date)}`
}

/** Unix seconds as `2026-06-18 14:09` in the reader's zone. */
export const formatMinute = (seconds: number): string => formatTime(seconds).slice(0, -3)

/** For logs: `06-18 14:09:07`, with the year only when it is not this one. */
export function formatLogTime(seconds: number, nowSeconds: number): string {
  const date = new Date(seconds * 1000)
  const sameYear = date.getFullYear() === new Date(nowSeconds * 1000).getFullYear()
  return sameYear ? `${day(date)} ${clock(date)}` : formatTime(seconds)
}

/** The reader's zone by its name: `Asia/Shanghai`. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's zone at a time, for the head of a column: `UTC+8`, `UTC−3:30`. */
export function zoneOffset(seconds: number): string {
  const minutes = -new Date(seconds * 1000).getTimezoneOffset()
  const [whole, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return minutes === 0 ? 'UTC' : `UTC${minutes > 0 ? '+' : '−'}${whole}${rest > 0 ? `:${two(rest)}` : ''}`
}

const justNow = ['just now', '刚刚'] as const
const units = [
  { seconds: 31_536_000, past: ['{n} y ago', '{n} 年前'], future: ['in {n} y', '{n} 年后'] },
  { seconds: 2_592_000, past: ['{n} mo ago', '{n} 个月前'], future: ['in {n} mo', '{n} 个月后'] },
  { seconds: 86_400, past: ['{n} d ago', '{n} 天前'], future: ['in {n} d', '{n} 天后'] },
  { seconds: 3_600, past: ['{n} h ago', '{n} 小时前'], future: ['in {n} h', '{n} 小时后'] },
  { seconds: 60, past: ['{n} min ago', '{n} 分钟前'], future: ['in {n} min', '{n} 分钟后'] },
] as const

/** The distance of a time from now: `3 min ago`, `in 22 d`, `刚刚`. Whole units, never rounded up. */
export function formatRelative(seconds: number, nowSeconds: number, language: Language): string {
  const distance = Math.abs(seconds - nowSeconds)
  const unit = units.find((candidate) => distance >= candidate.seconds)
  const [en, zh] = unit?.[seconds <= nowSeconds ? 'past' : 'future'] ?? justNow
  const text = translated(language === 'zh' ? zh : en)
  return unit ? text.replace('{n}', String(Math.floor(distance / unit.seconds))) : text
}

/** `8 s`, `1.1 s`, `0.84 s`: three figures at most, because durations of calls vary by more than that. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${seconds.toFixed(2)} s`
  return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`
}

/** Durations of parts of a call: `8 ms` where a hundredth of a second would show zero. */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : formatDuration(milliseconds / 1000)
