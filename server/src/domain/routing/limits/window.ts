import {
  type BudgetPeriod,
  budgetPeriods,
  type CalendarPeriod,
  rollingMonthDays,
} from '@turnpike/contract/routing/limits'
import { type CounterKey, parseKey } from './counter-key.ts'

/**
 * Use is summed in steps: a calendar window is one step, a rolling one has several, and the oldest leaves the window as
 * time passes. Times are seconds.
 */
type Rolling = { span: number; step: number }

const hour = 60 * 60
const minute: Rolling = { span: 60, step: 5 }
const rollingHours = (hours: number): Rolling => ({ span: hours * hour, step: (hours * hour) / 24 })
const rolling: Record<CalendarPeriod, Rolling> = {
  day: rollingHours(24),
  week: rollingHours(7 * 24),
  month: rollingHours(rollingMonthDays * 24),
}

export const isBudget = (key: string): boolean => isPeriod(parseKey(key).measure)
export const isPeriod = (measure: string): measure is BudgetPeriod =>
  (budgetPeriods as readonly string[]).includes(measure)

function rollingOf({ measure, window }: CounterKey): Rolling | undefined {
  if (!isPeriod(measure)) return minute
  if (measure === 'hours') return rollingHours(Number(window))
  return window === 'rolling' ? rolling[measure] : undefined
}

/** The step of a time: its first second. */
export function stepAt(key: string, at: number): number {
  const parts = parseKey(key)
  const roll = rollingOf(parts)
  return roll ? Math.floor(at / roll.step) * roll.step : calendarOf(parts, at).from
}

/**
 * The first step that counts at this time. A budget counts a step until all of it has passed, so that no span of its
 * length ever holds more than the budget; a limit per minute may be some seconds early.
 */
export function firstStep(key: string, at: number): number {
  const parts = parseKey(key)
  const roll = rollingOf(parts)
  if (!roll) return calendarOf(parts, at).from
  const begin = at - roll.span
  return isPeriod(parts.measure) ? Math.floor(begin / roll.step) * roll.step : begin + 1
}

/** When a step no longer counts. */
export function stepEnds(key: string, step: number): number {
  const parts = parseKey(key)
  const roll = rollingOf(parts)
  if (!roll) return calendarOf(parts, step).to
  return isPeriod(parts.measure) ? step + roll.step + roll.span : step + roll.span
}

type Span = { from: number; to: number }

/** The last window of each calendar: most calls are in the same one. */
const windows = new Map<string, Span>()
const windowsMax = 1000

function calendarOf({ measure, window }: CounterKey, at: number): Span {
  const name = `${measure} ${window}`
  const known = windows.get(name)
  if (known && known.from <= at && at < known.to) return known
  const found = calendarSpan(measure as CalendarPeriod, window, at) // all others are rolling
  if (windows.size >= windowsMax) windows.clear()
  windows.set(name, found)
  return found
}

function calendarSpan(period: CalendarPeriod, zone: string, at: number): Span {
  const today = Temporal.Instant.fromEpochMilliseconds(at * 1000)
    .toZonedDateTimeISO(zone)
    .startOfDay()
  const first = {
    day: today,
    week: today.subtract({ days: today.dayOfWeek - 1 }),
    month: today.with({ day: 1 }),
  }[period].startOfDay()
  const next = first.add({ [`${period}s`]: 1 }).startOfDay()
  return { from: first.epochMilliseconds / 1000, to: next.epochMilliseconds / 1000 }
}
