import { abbreviate, formatCount, formatSpend } from '@turnpike/contract/quota'
import { useMemo } from 'react'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import type { Measure } from './usage.ts'

/** Values of charts and tables in words: money in dollars, or in quota where the administrator shows quota. */
export function useAmount() {
  const { perUnit, inQuota } = useQuotaRate()
  return useMemo(() => amountOf(perUnit, inQuota), [perUnit, inQuota])
}

function amountOf(perUnit: number, inQuota: boolean) {
  const isMoney = (measure: Measure) => measure === 'spend' && !inQuota
  return {
    /** In full, for tooltips and tables. */
    text: (value: number, measure: Measure) => (isMoney(measure) ? formatSpend(value, perUnit) : formatCount(value)),
    /** Short, for axes. */
    axis(value: number, measure: Measure): string {
      if (!isMoney(measure)) return abbreviate(value)
      const amount = value / perUnit
      if (amount >= 1000) return `$${abbreviate(amount)}`
      // The steps of an axis are all as long, whole dollars apart: $0.30, $0.60, $0.90, $1.20.
      const cents = amount.toFixed(2)
      const isInCents = amount < 100 && Number(cents) === Number(amount.toPrecision(6))
      return `$${isInCents && !Number.isInteger(Number(cents)) ? cents : Number(amount.toPrecision(3))}`
    },
    /** The step that an axis counts in: whole dollars are round, whole points of quota are not. */
    unit: (measure: Measure) => (isMoney(measure) ? perUnit : 1),
  }
}
export type Amount = ReturnType<typeof useAmount>
