import type { Price } from '../../domain/money/pricing/price.ts'
import type { Limit } from '../../domain/routing/limits/counter-key.ts'
import type { CallTrace } from '../../traces/traces.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import { groupRatioOf } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { Recording } from '../record/recording.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { limitsOfCall } from './limits.ts'

/** Everything that is decided about a call before it is sent: caller, model, price. Nothing of it changes while it runs. */
export type Call = {
  readonly request_id: string
  readonly caller: RelayCaller
  readonly snapshot: Snapshot
  readonly model: string
  readonly price: Price
  readonly groupRatio: number
  readonly promptTokens: number
  /** The most tokens that all answers together may have by the request itself; undefined where it says nothing about that. */
  readonly outputMax: number | undefined
  /** Counts the prompt by the rules of its model, for upstreams that report no usage; costs more than the estimate. */
  readonly countPrompt: (() => Promise<PromptTokens>) | undefined
  /** The hold that another price would need: by it the cost of a channel is estimated. Absent where nothing is charged. */
  readonly holdAt: ((price: Price, ratio: number) => number) | undefined
  /** The id of its conversation, where conversations are kept on one channel. */
  readonly conversation: string | undefined
  readonly startedAt: number
  /** Every limit that applies; undefined where there is none. */
  readonly limits: readonly Limit[] | undefined
  /** Whether limits of channels count it: a call that takes no hold is not counted. */
  readonly isCounted: boolean
  /** The longest wait for a slot on a channel. The administrator's own limit applies if it is shorter. */
  readonly queueSecondsMax: number
  /** It lasts for long or goes on without this process: its hold is a row of its own from the start. */
  readonly isLongRunning: boolean
  /** False where an upstream may have accepted work that goes on without the call. */
  readonly canCancel: boolean
  /** Keeps prompt and answer, where they are recorded. */
  readonly recording: Recording | undefined
  /** Its spans, where it is traced. */
  readonly trace: CallTrace | undefined
  /** The virtual model that was asked for, and its models that have failed so far. */
  readonly virtual: VirtualName | undefined
}

type VirtualName = { readonly name: string; readonly failed: readonly string[] }

/** What is known of every call. */
type Known = Pick<Call, 'request_id' | 'caller' | 'snapshot' | 'model' | 'price' | 'promptTokens'>
/** What only some kinds of call have. */
type Details = Partial<Omit<Call, keyof Known | 'groupRatio' | 'limits'>>
export type CallDescription = Known & Details

export const newCall = (given: CallDescription): Call => ({
  request_id: given.request_id,
  caller: given.caller,
  snapshot: given.snapshot,
  model: given.model,
  price: given.price,
  groupRatio: groupRatioOf(given.snapshot, given.caller.group),
  promptTokens: given.promptTokens,
  outputMax: given.outputMax,
  countPrompt: given.countPrompt,
  holdAt: given.holdAt,
  conversation: given.conversation,
  startedAt: given.startedAt ?? performance.now(),
  limits: limitsOfCall(given.caller, given.snapshot),
  isCounted: given.isCounted ?? true,
  queueSecondsMax: given.queueSecondsMax ?? Number.POSITIVE_INFINITY,
  isLongRunning: given.isLongRunning ?? false,
  canCancel: given.canCancel ?? true,
  recording: given.recording,
  trace: given.trace,
  virtual: given.virtual,
})
