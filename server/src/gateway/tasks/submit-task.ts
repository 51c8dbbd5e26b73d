import type { FastifyReply } from 'fastify'
import { type Charge, chargeOf } from '../../domain/money/pricing/charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { noUsage } from '../../domain/money/pricing/usage.ts'
import type { Outcome } from '../../domain/money/wallet/ledger/operations.ts'
import { failedState, nextState, stateOf } from '../../domain/usage/tasks/task-state.ts'
import {
  acceptTask,
  insertTask,
  isTaskId,
  moveTask,
  noteCaptured,
  type TaskRow,
} from '../../domain/usage/tasks/tasks.queries.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { Call } from '../call/call.ts'
import { captureOf } from '../call/capture.ts'
import { affordable } from '../call/hold.ts'
import { disableIfWanted } from '../call/judge-failure.ts'
import { admitCall, newVirtualCall, type OpenedCall, openCall } from '../call/open-call.ts'
import { runCall } from '../call/run-call.ts'
import { tryChannels } from '../call/try-channels.ts'
import { groupRatioOf, rejectBlockedWords } from '../entry/admit.ts'
import { clientErrorOf } from '../entry/errors/client-error.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { sanitiseMessage } from '../entry/errors/sanitise.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { TaskDeps } from '../entry/relay-deps.ts'
import { isDearer, measureChange } from '../overrides/measures.ts'
import { overriddenFor } from '../overrides/override-call.ts'
import { overrideFailure } from '../overrides/override-failure.ts'
import type { Provider, UpstreamRequest } from '../providers/provider.ts'
import { type Channel, mappedModel, resolveUpstream } from '../routing/channel.ts'
import { badResponse } from '../translate/response/bad-response.ts'
import { pollUpstream } from './poll-upstream.ts'
import type { IncomingTask, Submitted, TaskResponse } from './task-kind.ts'

/** A submission ends before the poller gives up its task. */
const submitSeconds = 55
const queueSecondsMax = 20
export const givenUpAfterSeconds = 60

/**
 * The journey of a submission: hold and row are committed before the upstream is called. When it accepts the task, the
 * charge is in the ledger before the client gets its response. The client may hang up meanwhile: the task continues.
 */
export async function submitTask(
  caller: RelayCaller,
  incoming: IncomingTask,
  reply: FastifyReply,
  deps: TaskDeps,
): Promise<TaskResponse> {
  const snapshot = deps.snapshot.current()
  const { model, price, platform, origin: pinned } = incoming
  const virtual = incoming.virtual === undefined ? undefined : newVirtualCall(incoming.virtual)
  const needs = (provider: Provider) => provider.tasks?.includes(platform) === true
  // The member of a virtual model was admitted when it was chosen.
  const admitted = admitCall(
    reply.request,
    virtual ? { ...caller, models: undefined } : caller,
    { model, needs, pinned, virtual },
    snapshot,
  )
  rejectBlockedWords(incoming.prompt, snapshot)
  const charge = chargeFor(incoming, groupRatioOf(snapshot, caller))
  const holdAt = (each: Price, ratio: number) => chargeOf(noUsage, each, ratio, incoming.extras).quota
  const opened = openCall(admitted, {
    price,
    promptTokens: 0, // the size of the prompt has no price
    outputMax: 0, // tasks have no tokens
    queueSecondsMax,
    isLongRunning: true,
    canCancel: false, // an upstream may have accepted the task, which continues without the call
    holdAt: charge && holdAt,
  })
  const { call } = opened
  let response: TaskResponse | undefined
  await runCall(opened, { amount: charge?.quota ?? 0, reply }, deps, async () => {
    const row = await insertTask(deps.store, rowOf(call, incoming, deps.clock()))
    try {
      const attempt = (channel: Channel) => attemptSubmit(channel, incoming, row, opened, deps)
      const never = new LightAbortSignal()
      const { channel, started } = await tryChannels(opened, admitted.routing, attempt, never, deps, {
        mayTryNext: incoming.mayRetry,
      })
      response = started.response
      await (started.isAccepted
        ? accept({ ...opened, incoming, row, channel, submitted: started, charge }, deps)
        : refuse(row, started, channel, call, deps))
    } catch (error) {
      await giveUp(row, clientErrorOf(error, call.request_id, 'en').message, deps).catch(() => {}) // the worker will
      throw error
    }
  })
  if (!response) throw new Error('a submission ended without a response')
  return response
}

function chargeFor({ price, extras, isFree }: IncomingTask, groupRatio: number): Charge | undefined {
  if (isFree) return undefined
  let charge: Charge | undefined
  affordable(() => {
    charge = chargeOf(noUsage, price, groupRatio, extras)
    return charge.quota
  })
  return charge?.quota === 0 ? undefined : charge
}

const rowOf = ({ request_id, caller }: Call, { platform, action, model, properties }: IncomingTask, at: number) => ({
  created_at: at,
  updated_at: at,
  platform,
  action,
  request_id,
  user_id: caller.user_id,
  account_id: caller.account_id,
  token_id: caller.token_id,
  model_name: model,
  group: caller.group,
  submit_time: at * 1000,
  properties: JSON.stringify(properties),
})

async function attemptSubmit(
  channel: Channel,
  incoming: IncomingTask,
  row: TaskRow,
  { call, attempts }: OpenedCall,
  deps: TaskDeps,
): Promise<Submitted> {
  const { target } = resolveUpstream(channel, incoming.model)
  const left = submitSeconds - (performance.now() - call.startedAt) / 1000
  const signal = new LightAbortSignal()
  const request = requestOn(channel, incoming.request(target, row, channel), {
    call,
    attempts,
    path: incoming.path,
    upstreamModel: target.model,
  })
  const response = await pollUpstream(request, channel, Math.max(1, left), signal, deps, { call, attempts })
  attempts.respondedAt = performance.now()
  const submitted = incoming.read(response, channel)
  if (submitted.isAccepted && submitted.task_id !== '' && !isTaskId(submitted.task_id)) throw badResponse()
  return submitted
}

/** A task is priced before its channel is chosen, so overrides must not change what decides about its price. */
function requestOn(channel: Channel, request: UpstreamRequest, facts: Parameters<typeof overriddenFor>[2]) {
  const overridden = overriddenFor(channel, request, facts)
  if (!overridden) return request
  const { before, after } = overridden
  if (before && after && isDearer(measureChange(before, after)))
    throw overrideFailure('they would change the price of a task')
  return overridden.request
}

type Accepted = OpenedCall & {
  incoming: IncomingTask
  row: TaskRow
  channel: Channel
  submitted: Submitted & { isAccepted: true }
  charge: Charge | undefined
}

const noTokens = { input: 0, output: 0, cacheRead: 0, isStream: false, firstMs: undefined }

async function accept(accepted: Accepted, deps: TaskDeps): Promise<void> {
  const { call, hold, slot, incoming, row, channel, submitted, charge } = accepted
  const { store, clock, ledger, config } = deps
  const { task_id, report, isCharged, canCancel } = submitted
  const at = clock()
  const bill = { usage: noUsage, isCounted: false, isStream: false, ...logOf(incoming, task_id) }
  const capture = isCharged && charge ? captureOf(accepted, channel, { ...bill, charge }, at) : undefined
  const state = nextState(stateOf(row), report, at * 1000) ?? stateOf(row)
  const changes = {
    ...state,
    task_id,
    channel_id: channel.id,
    key_id: channel.keyId,
    quota: capture?.charge ?? 0,
    cost: capture?.log?.cost ?? null,
    can_cancel: canCancel ? (1 as const) : (0 as const),
    // From here on the charge is certain. If this process dies, the poller captures it.
    charge_due: capture ? JSON.stringify(capture) : '',
    poll_at: at + Math.floor(config.TASK_UPDATE_SECONDS),
  }
  if (!(await acceptTask(store, row.id, changes, at))) throw new Refusal('upstream_timeout')
  if (!capture) return
  hold.beginCapture()
  const outcome = await ledger.capture(capture)
  if (!outcome.ok) throw new Refusal('database_error', { detail: { code: outcome.code } })
  if (slot.occupied) deps.channelQueue.freed(slot.occupied)
  if (channel.keyId > 0) deps.keySpending.add(channel.keyId, { quota: capture.charge, calls: 1 })
  const upstreamModel = mappedModel(channel, call.model)
  call.trace?.settled({ ...noTokens, channel, upstreamModel, quota: capture.charge, startedAt: call.startedAt })
  if (isCommitted(outcome)) await noteCaptured(store, row.id)
}

/** A charge in the spool is durable but not in the ledger yet, where a refund looks for it. */
export const isCommitted = (outcome: Outcome): boolean => outcome.ok && outcome.quota !== undefined

const logOf = ({ action, path, remarks, other }: IncomingTask, task_id: string) => ({
  remarks: [`操作 ${action}`, ...(remarks?.(task_id) ?? [`ID ${task_id}`])],
  other: { frt: -1000, request_path: path, ...other },
})

async function refuse(
  row: TaskRow,
  { reason, data, channelFault }: Submitted & { isAccepted: false },
  channel: Channel,
  call: Call,
  deps: TaskDeps,
): Promise<void> {
  await giveUp(row, sanitiseMessage(reason, channel.secrets()), deps, { channel, data })
  if (channelFault !== undefined) disableIfWanted(call, channel, channelFault, deps)
}

/** Ends the row of a task that no upstream has accepted. Its hold is released with the call. */
async function giveUp(
  row: TaskRow,
  reason: string,
  { store, clock }: TaskDeps,
  refused?: { channel: Channel; data?: unknown },
): Promise<void> {
  const at = clock()
  const state = failedState(stateOf(row), refused ? 'refused' : 'not_submitted', reason, at * 1000)
  const by = refused && { channel_id: refused.channel.id }
  const data = refused?.data === undefined ? {} : { data: JSON.stringify(refused.data) }
  await moveTask(store, row, { ...state, ...data, ...by }, at)
}
