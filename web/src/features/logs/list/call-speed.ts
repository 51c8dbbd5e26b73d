export type SpeedTone = 'fast' | 'slow' | 'crawling'

const toneOf = (value: number, slowFrom: number, crawlingFrom: number): SpeedTone =>
  value < slowFrom ? 'fast' : value < crawlingFrom ? 'slow' : 'crawling'

/** The whole call: green below 101 s, orange below 300 s, else red. */
export const durationTone = (seconds: number) => toneOf(seconds, 101, 300)

/** Time to first token of a stream: green below 3 s, orange below 10 s, else red. */
export const firstTokenTone = (milliseconds: number) => toneOf(milliseconds, 3000, 10_000)
