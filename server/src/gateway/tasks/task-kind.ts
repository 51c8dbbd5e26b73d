import type { TaskPlatform } from '@turnpike/contract/usage/task'
import type { ChargeExtras } from '../../domain/money/pricing/charge.ts'
import type { LogOther } from '../../domain/money/pricing/log-other.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import type { TaskReport } from '../../domain/usage/tasks/task-state.ts'
import type { TaskRow } from '../../domain/usage/tasks/tasks.queries.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import type { Target, UpstreamRequest } from '../providers/provider.ts'
import type { Channel } from '../routing/channel.ts'
import type { Snapshot } from '../routing/snapshot.ts'

/** An upstream's response: JSON where it is JSON, otherwise its text. */
export type UpstreamReturned = { status: number; body: unknown; headers: Record<string, string> }

/** What the client is answered. */
export type TaskResponse = { status: number; body: unknown }

/** The upstream's answer to a submission. A refused task is free, and its row says why. */
export type Submitted = { response: TaskResponse } & (
  | { isAccepted: true; task_id: string; report: TaskReport; isCharged: boolean; canCancel?: boolean }
  | {
      isAccepted: false
      reason: string
      data?: unknown
      /** Why no task can be made on this channel, where that is what the refusal says. */
      channelFault?: string
    }
)

/** One submission: what is asked for, its price, and how it is said upstream. */
export type IncomingTask = {
  platform: TaskPlatform
  action: string
  /** The name that channels, keys and prices know this kind of work by. */
  model: string
  /** The virtual model that was asked for, where `model` is one of its models. */
  virtual?: string
  price: Price
  extras?: ChargeExtras
  /** This step costs nothing, whatever its price. */
  isFree?: boolean
  /** The texts that the word filter reads, under the names that prompts have. */
  prompt: JsonObject
  /** What the row keeps of the request; `input` is the prompt. */
  properties: JsonObject
  /** The channel that made the task this one goes on from: no other can serve it. */
  origin?: Channel
  /** The route, for the log. */
  path: string
  /** What the log's sentence says besides the price. */
  remarks?(task_id: string): string[]
  other?: LogOther
  /** `row` is the task's own, of which the upstream's callback may name the id. */
  request(target: Target, row: TaskRow, channel: Channel): UpstreamRequest
  /** Throws UpstreamFailure where the upstream has done nothing. */
  read(response: UpstreamReturned, channel: Channel): Submitted
  /** Whether another channel may be asked: not where the upstream may have begun to work. */
  mayRetry(channel: Channel, failure: UpstreamFailure): boolean
}

/** How an upstream is asked about running tasks. Pure, like a provider. */
export type TaskKind = {
  platform: TaskPlatform
  /** Tasks asked about in one request. */
  pollMax: number
  pollRequest(ids: readonly string[], target: Target): UpstreamRequest
  /** Reports by the upstream's id. Throws UpstreamFailure for an answer that says nothing. */
  read(response: UpstreamReturned, ids: readonly string[], channel: Channel): ReadonlyMap<string, TaskReport>
  /** The request that stops a running task, where the upstream has one, and its answer read. */
  cancel?: {
    request(id: string, target: Target): UpstreamRequest
    /** Throws UpstreamFailure where it was not stopped. */
    read(response: UpstreamReturned): TaskReport
  }
  /** The submission that the row of a failed task came from; undefined where the row does not tell. */
  again?(row: TaskRow, origin: Channel | undefined, snapshot: Snapshot): IncomingTask | undefined
}
