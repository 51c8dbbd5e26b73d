/** How the upstream of the benchmark sends its streams: so many events, so many of them in one write, so far apart. */
export type StreamShape = { events: number; perWrite: number; everyMs: number }

/** The same number of events in every way in which upstreams send them. */
export const bursts: StreamShape = { events: 64, perWrite: 16, everyMs: 1 }
export const oneByOne: StreamShape = { events: 64, perWrite: 1, everyMs: 1 }
/** Twelve seconds, so that the ledger's checkpoints are part of it. */
export const slow: StreamShape = { events: 400, perWrite: 1, everyMs: 30 }
/** Streams that stay open until the shape is changed. */
export const held: StreamShape = { events: 100_000, perWrite: 1, everyMs: 2000 }
