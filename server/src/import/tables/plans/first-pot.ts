import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import { potSpanAt, potTermsOf } from '../../../domain/money/plans/allowances.ts'
import { type Span, spanAt } from '../../../domain/money/wallet/pots/periods.ts'
import type { PotWindow } from '../../../domain/money/wallet/pots/pot.ts'
import { countIn, type Row } from '../../row.ts'

export type FirstPot = Span & { amount: number; used: number; windows: PotWindow[] }

const resetsOf = (row: Row) => ({ last: countIn(row, 'last_reset_time'), next: countIn(row, 'next_reset_time') })

/**
 * The time from which the periods of a subscription are counted, so that they begin again when they did at the source:
 * there weeks begin on Monday and months on the first, and here when the subscription began.
 */
export function anchorOf(terms: PlanTerms, row: Row): number {
  const { next } = resetsOf(row)
  const start = countIn(row, 'start_time')
  const { period, windows } = potTermsOf(terms, next)
  const repeated = period ?? windows.find((window) => window.every === 'custom')
  if (next === 0 || !repeated || repeated.every === 'day') return start
  return spanAt(repeated, next - 1).from
}

/** The pot of a running subscription, with what was used of it at the source. It ends when the source would reset it. */
export function firstPotOf(terms: PlanTerms, row: Row, now: number): FirstPot {
  const { last, next } = resetsOf(row)
  const begin = countIn(row, 'start_time')
  const end = countIn(row, 'end_time')
  const potTerms = potTermsOf(terms, anchorOf(terms, row))
  const span = potSpanAt(potTerms, { from: begin, to: end }, now)
  const isResetDue = next > 0 && next <= now
  const used = isResetDue ? 0 : Math.min(countIn(row, 'amount_used'), terms.total_amount)
  const isOfWindow = potTerms.amount === 0
  return {
    amount: potTerms.amount,
    used: isOfWindow ? 0 : used,
    windows: next > now ? potTerms.windows.map((window) => usedWindow(window, used, next)) : potTerms.windows,
    from: Math.min(span.from, now),
    to: Math.min(end, potTerms.period ? endOfPeriod({ last, next, now, end, otherwise: span.to }) : end),
  }
}

const usedWindow = (window: PotWindow, used: number, next: number): PotWindow =>
  window.every === 'custom' ? { ...window, used, from: next - window.seconds, to: next } : window

type Ends = { last: number; next: number; now: number; end: number; otherwise: number }
/** A subscription that was reset and has no next reset ends before it. */
function endOfPeriod({ last, next, now, end, otherwise }: Ends): number {
  if (next > now) return next
  return next === 0 && last > 0 ? end : otherwise
}
