export type UsageTone = 'plain' | 'warning' | 'error'

/** The used share, from 0 to 1; when nothing is left it is 1, even if nothing was used. */
export function usedShare(used: number, left: number): number {
  if (left <= 0) return 1
  return used <= 0 ? 0 : used / (used + left)
}

/** Amber once more than nine tenths are used, red when nothing is left. */
export function usageTone(used: number, left: number): UsageTone {
  if (left <= 0) return 'error'
  return usedShare(used, left) > 0.9 ? 'warning' : 'plain'
}
