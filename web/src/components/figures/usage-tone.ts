export type UsageTone = 'plain' | 'warning' | 'error'

/** How much of something is gone, from 0 to 1; what was never filled counts as gone only when nothing is left. */
export function usedShare(used: number, left: number): number {
  if (left <= 0) return 1
  return used <= 0 ? 0 : used / (used + left)
}

/** Amber once nine tenths are gone, red when nothing is left. */
export function usageTone(used: number, left: number): UsageTone {
  if (left <= 0) return 'error'
  return usedShare(used, left) > 0.9 ? 'warning' : 'plain'
}
