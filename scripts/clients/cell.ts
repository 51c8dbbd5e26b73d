/** One cell of the matrix: whether a client can do one thing in one dialect with one upstream. */
export type Cell = { client: string; dialect: string; upstream: string; check: Check; error: string | null }

export const checks = ['whole', 'stream', 'tools'] as const
export type Check = (typeof checks)[number]

/** A client that was not tried, and why. */
export type Skipped = { client: string; reason: string }
