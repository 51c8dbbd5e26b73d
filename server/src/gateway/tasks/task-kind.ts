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

/** An upstream's response: parsed if it is JSON, otherwise its text. */
export type UpstreamReturned = { status: number; body: unknown; headers: Record<string, string> }

export type TaskResponse = { status: number; body: unknown }

/** The upstream's response to a submission. A refused task is free, and its row says why. */
export type Submitted = { response: TaskResponse } & (
  | { isAccepted: true; task_id: string; report: TaskReport; isCharged: boolean; canCancel?: boolean }
  | {
      isAccepted: false
      reason: string
      data?: unknown
      /** Why this channel cannot make any task, if that caused the refusal. */
      channelFault?: string
    }
)

/** One submission: its content, its price, and its requests to the upstream. */
export type IncomingTask = {
  platform: TaskPlatform
  action: string
  /** The name that channels, keys and prices know this kind of work by. */
  model: string
  /** The requested virtual model, if `model` is one of its models. */
  virtual?: string
  price: Price
  extras?: ChargeExtras
  /** This step is free, whatever its price. */
  isFree?: boolean
  /** The texts for the word filter, under the names of prompts. */
  prompt: JsonObject
  /** The stored properties of the request; `input` is the prompt. */
  properties: JsonObject
  /** The channel of the task that this one continues: no other can serve it. */
  origin?: Channel
  /** The route, for the log. */
  path: string
  /** Text for the log's sentence besides the price. */
  remarks?(task_id: string): string[]
  other?: LogOther
  /** `row` is the row of the task, whose id the callback address may contain. */
  request(target: Target, row: TaskRow, channel: Channel): UpstreamRequest
  /** Throws UpstreamFailure if the upstream has done nothing. */
  read(response: UpstreamReturned, channel: Channel): Submitted
  /** Whether another channel may be tried: not if the upstream may have begun to work. */
  mayRetry(channel: Channel, failure: UpstreamFailure): boolean
}

/** How running tasks are polled. Pure, like a provider. */
export type TaskKind = {
  platform: TaskPlatform
  /** The most tasks in one poll. */
  pollMax: number
  pollRequest(ids: readonly string[], target: Target): UpstreamRequest
  /** Reports by the upstream's task id. Throws UpstreamFailure for a response without any. */
  read(response: UpstreamReturned, ids: readonly string[], channel: Channel): ReadonlyMap<string, TaskReport>
  /** The request that stops a running task, if the upstream has one, and how its response is read. */
  cancel?: {
    request(id: string, target: Target): UpstreamRequest
    /** Throws UpstreamFailure if the task was not stopped. */
    read(response: UpstreamReturned): TaskReport
  }
  /** The submission of a failed task's row; undefined if the row does not keep it. */
  again?(row: TaskRow, origin: Channel | undefined, snapshot: Snapshot): IncomingTask | undefined
}
