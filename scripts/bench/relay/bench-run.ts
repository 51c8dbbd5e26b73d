import type { Target } from './load.ts'
import type { Gateway, Upstream } from './programs.ts'

/** Shared by the parts of the benchmark: the programs that run the whole time, and the lengths of the rounds. */
export type BenchRun = {
  upstream: Upstream
  bare: Target
  gateway: Gateway
  length: Length
  hasPeer: boolean
  /** The commit whose memory is compared. */
  against: string | undefined
}

/** A server runs for days: the figures must not include the time until V8 has compiled the code for good. */
export type Length = { warmUpCalls: number; warmUpStreams: number; rounds: number; slowRounds: number }
export const lengths = {
  full: { warmUpCalls: 120_000, warmUpStreams: 6000, rounds: 11, slowRounds: 3 },
  short: { warmUpCalls: 100_000, warmUpStreams: 3000, rounds: 5, slowRounds: 1 },
} satisfies Record<string, Length>
