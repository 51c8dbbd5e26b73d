/** How fast a response was: bars out of four, and the colour that goes with them. */
export type Speed = { bars: 1 | 2 | 3 | 4; tone: 'fast' | 'fair' | 'slow' | 'crawling' }

/** Up to 1 s is fast, up to 3 s fair, up to 5 s slow. */
export function speedOf(milliseconds: number): Speed {
  if (milliseconds <= 1000) return { bars: 4, tone: 'fast' }
  if (milliseconds <= 3000) return { bars: 3, tone: 'fair' }
  if (milliseconds <= 5000) return { bars: 2, tone: 'slow' }
  return { bars: 1, tone: 'crawling' }
}
