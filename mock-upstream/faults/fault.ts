import type { Counts } from '../model/completion.ts'
import type { Encoding } from './encode-pieces.ts'

/** One fault of an upstream. The README describes its effect on whole responses and on streams. */
export type Fault =
  | { kind: 'delay'; headersMs?: number; firstChunkMs?: number; chunkMs?: number; jitterMs?: number }
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'redirect'; status?: number; location?: string }
  | { kind: 'leak'; status?: number }
  | { kind: 'error-in-200'; body?: unknown }
  | { kind: 'silent'; how?: 'hang' | 'empty' }
  | {
      kind: 'cut'
      at: 'before-headers' | 'after-chunks' | 'inside'
      afterChunks?: number
      how?: 'close' | 'reset' | 'end'
    }
  | { kind: 'error-event'; afterChunks?: number; body?: unknown; status?: number; carryOn?: boolean }
  | { kind: 'usage'; how?: UsageFault; counts?: Partial<Counts>; fields?: Record<string, unknown> }
  | { kind: 'giant-line'; mebibytes: number; afterChunks?: number }
  | { kind: 'split'; bytes?: number; everyMs?: number }
  | { kind: 'spread' }
  | { kind: 'crlf' }
  | { kind: 'comments'; text?: string }
  | { kind: 'headers'; headers: Record<string, string> }
  | { kind: 'content-type'; value: string }
  | { kind: 'endless'; everyMs?: number }
  | { kind: 'encoding'; name: Encoding }
  | { kind: 'informational'; status?: number; only?: boolean }
  | { kind: 'invalid-json'; afterChunks?: number }
  | { kind: 'terminal'; copies: number }
  | { kind: 'trailing-garbage'; text?: string }

export type UsageFault = 'zero' | 'negative' | 'fractional' | 'string' | 'huge' | 'missing' | 'null'

export type FaultKind = Fault['kind']

/** The faults of one call: at most one of each kind. */
export type Plan = { [Kind in FaultKind]?: Extract<Fault, { kind: Kind }> }

/** The calls that a fault applies to; an absent field matches all. A path matches by its beginning. */
export type Match = { key?: string; model?: string; path?: string }

/** A fault, the calls it applies to, and how many of them; without `times`, all. */
export type FaultRule = { match?: Match; times?: number; fault: Fault }
