import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import { sourcesFor } from '../../domain/money/plans/paying-plans.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import type { BilledCall } from '../../domain/money/wallet/ledger/operations.ts'
import { billedCall } from '../../domain/money/wallet/payer.ts'
import type { Limit } from '../../domain/routing/limits/counter-key.ts'
import type { CallTrace } from '../../traces/traces.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import { groupRatioOf } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { ClientHeaders } from '../overrides/apply-headers.ts'
import type { Recording } from '../record/recording.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { limitsOfCall } from './limits.ts'

/**
 * Everything that is decided about a call before it is sent: caller, model, price. It does not change while the call
 * runs.
 */
export type Call = {
  readonly request_id: string
  readonly caller: RelayCaller
  readonly snapshot: Snapshot
  readonly model: string
  readonly price: Price
  /** The dearest price that the call may have, by which it is held and guarded. */
  readonly heldPrice: Price
  readonly groupRatio: number
  readonly promptTokens: number
  /** The service tiers that the request asks for. */
  readonly services: readonly ServiceTier[]
  /** The most tokens of all choices together that the request allows; undefined if it sets no limit. */
  readonly outputMax: number | undefined
  /** Counts the prompt by the rules of its model, for upstreams that report no usage; costs more than the estimate. */
  readonly countPrompt: (() => Promise<PromptTokens>) | undefined
  /** The hold that the call would need at another price. Estimates the cost of a channel. Absent for free calls. */
  readonly holdAt: ((price: Price, ratio: number) => number) | undefined
  /** The id of the conversation, if conversations are kept on one channel. */
  readonly conversation: string | undefined
  readonly startedAt: number
  /** Every limit that applies; undefined if there is none. */
  readonly limits: readonly Limit[] | undefined
  /** What may pay, in order; undefined: the balance alone. */
  readonly sources: readonly number[] | undefined
  /** Whether channel limits count the call. A call without a hold is not counted. */
  readonly isCounted: boolean
  /** The longest wait for a slot on a channel. The administrator's own limit applies if it is shorter. */
  readonly queueSecondsMax: number
  /** The call lasts long or continues without this process, so its hold is a database row from the start. */
  readonly isLongRunning: boolean
  /** False if an upstream may have accepted work that continues without the call. */
  readonly canCancel: boolean
  /** Keeps prompt and response, if they are recorded. */
  readonly recording: Recording | undefined
  readonly trace: CallTrace | undefined
  /** The client's headers, if a channel has overrides, which may read them. */
  readonly clientHeaders: ClientHeaders | undefined
  /** The requested virtual model, and its models that have failed so far. */
  readonly virtual: VirtualName | undefined
}

type VirtualName = { readonly name: string; readonly failed: readonly string[] }

/** Known for every kind of call. */
type Known = Pick<Call, 'request_id' | 'caller' | 'snapshot' | 'model' | 'price' | 'promptTokens'>
/** Known for some kinds of call. */
type Details = Partial<Omit<Call, keyof Known | 'groupRatio' | 'limits' | 'sources'>>
export type CallDescription = Known & Details

const noServices: readonly ServiceTier[] = []

export const newCall = (given: CallDescription): Call => ({
  request_id: given.request_id,
  caller: given.caller,
  snapshot: given.snapshot,
  model: given.model,
  price: given.price,
  heldPrice: given.heldPrice ?? given.price,
  groupRatio: groupRatioOf(given.snapshot, given.caller),
  promptTokens: given.promptTokens,
  services: given.services ?? noServices,
  outputMax: given.outputMax,
  countPrompt: given.countPrompt,
  holdAt: given.holdAt,
  conversation: given.conversation,
  startedAt: given.startedAt ?? performance.now(),
  limits: limitsOfCall(given.caller, given.snapshot),
  sources: given.caller.plans && sourcesFor(given.caller.plans, { model: given.model, group: given.caller.group }),
  isCounted: given.isCounted ?? true,
  queueSecondsMax: given.queueSecondsMax ?? Number.POSITIVE_INFINITY,
  isLongRunning: given.isLongRunning ?? false,
  canCancel: given.canCancel ?? true,
  recording: given.recording,
  trace: given.trace,
  clientHeaders: given.clientHeaders,
  virtual: given.virtual,
})

/** The call as the ledger knows it. */
export const billed = ({ request_id, caller, sources }: Pick<Call, 'request_id' | 'caller' | 'sources'>): BilledCall =>
  billedCall(request_id, caller, sources)
