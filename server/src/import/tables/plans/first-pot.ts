import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import { potSpanAt, potTermsOf } from '../../../domain/money/plans/allowances.ts'
import type { Span } from '../../../domain/money/wallet/pots/periods.ts'
import type { PotWindow } from '../../../domain/money/wallet/pots/pot.ts'
import { countIn, type Row } from '../../row.ts'

export type FirstPot = Span & { amount: number; used: number; windows: PotWindow[] }

/**
 * The pot of a running subscription, with what was used of it at the source. It ends when the source would reset it. Later
 * pots follow the periods here: there weeks begin on Monday and months on the first, and here at the purchase.
 */
export function firstPotOf(terms: PlanTerms, row: Row, now: number): FirstPot {
  const [last, next] = [countIn(row, 'last_reset_time'), countIn(row, 'next_reset_time')]
  const begin = countIn(row, 'start_time')
  const end = countIn(row, 'end_time')
  const { amount, period, windows } = potTermsOf(terms, begin)
  const isResetDue = next > 0 && next <= now
  const used = isResetDue ? 0 : Math.min(countIn(row, 'amount_used'), terms.total_amount)
  const from = period ? (isResetDue ? next : last || begin) : begin
  const endOfPeriod = () => {
    if (next > now) return next
    // A subscription that was reset and has no next reset ends before it.
    return next === 0 && last > 0 ? end : potSpanAt({ amount, period, windows }, { from: begin, to: end }, now).to
  }
  return {
    amount,
    used: amount === 0 ? 0 : used,
    windows: next > now ? windows.map((window) => usedWindow(window, used, next)) : windows,
    from: Math.min(from, now),
    to: period ? Math.min(end, endOfPeriod()) : end,
  }
}

const usedWindow = (window: PotWindow, used: number, next: number): PotWindow =>
  window.every === 'custom' ? { ...window, used, from: next - window.seconds, to: next } : window
