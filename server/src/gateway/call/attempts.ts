import type { Connecting } from '../../outbound/exchange.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { Call } from './call.ts'

/** The attempts of a call so far. A call of a virtual model continues with the attempts of its earlier models. */
export class Attempts implements Connecting {
  /** Ids of the channels tried so far, in order. */
  readonly tried: number[]
  /** How they failed, in the same order. */
  readonly failures: UpstreamFailure[]
  /** Ids of channels that are not tried again, and of keys for channels with several keys. */
  readonly done: number[] = []
  readonly triedKeys: number[] = []
  /** How long the call has waited for connections to upstreams. */
  connectingMs: number
  /** When the last attempt began, and when its upstream began to respond. */
  sentAt: number | undefined
  respondedAt: number | undefined
  /** The number of the attempt whose response is delivered. Its record can be amended by this number. */
  delivered: number | undefined
  /** Calls as they were sent to channels that change requests, by channel. */
  sentCalls: Map<number, Call> | undefined
  /** Two attempts ran at the same time. */
  isHedged = false

  constructor(before?: Attempts) {
    this.tried = before?.tried ?? []
    this.failures = before?.failures ?? []
    this.connectingMs = before?.connectingMs ?? 0
  }

  begin(channelId: number, at: number): void {
    this.tried.push(channelId)
    this.sentAt = at
  }
}
