import type { Limits } from '@turnpike/contract/routing/limits'

/** Limits as stored: checked when they were saved; empty where there are none. */
export const readLimits = (text: string): Limits => (text === '' ? {} : (JSON.parse(text) as Limits))

export function writeLimits(limits: Limits): string {
  const { budgets = [], ...rest } = limits
  const kept = { ...rest, ...(budgets.length > 0 && { budgets }) }
  return Object.values(kept).some((value) => value !== undefined) ? JSON.stringify(kept) : ''
}
