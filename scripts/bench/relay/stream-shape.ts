/**
 * How the upstream of the benchmark sends its streams: the number of events, the events per write, and the pause
 * between writes.
 */
export type StreamShape = { events: number; perWrite: number; everyMs: number }

/** The same number of events, in each pattern that upstreams send. */
export const bursts: StreamShape = { events: 64, perWrite: 16, everyMs: 1 }
export const oneByOne: StreamShape = { events: 64, perWrite: 1, everyMs: 1 }
/** Twelve seconds, so that the ledger's checkpoints are part of it. */
export const slow: StreamShape = { events: 400, perWrite: 1, everyMs: 30 }
/** Streams that stay open until the shape is changed. */
export const held: StreamShape = { events: 100_000, perWrite: 1, everyMs: 2000 }
