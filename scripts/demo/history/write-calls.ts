import { costOf } from '../../../server/src/domain/money/pricing/cost/cost-of.ts'
import { pricedFacts } from '../../../server/src/domain/money/pricing/priced-facts.ts'
import { totalCompletion, totalPrompt } from '../../../server/src/domain/money/pricing/usage.ts'
import { type RecordedAttempt, writeCallRecord } from '../../../server/src/domain/usage/logs/call-record.ts'
import { createFailureLog, type FailureLog } from '../../../server/src/domain/usage/logs/failure-log.ts'
import { clientErrorOf } from '../../../server/src/gateway/entry/errors/client-error.ts'
import { isRefusal } from '../../../server/src/gateway/entry/errors/is-refusal.ts'
import { Refusal } from '../../../server/src/gateway/entry/errors/refusals.ts'
import { UpstreamFailure } from '../../../server/src/gateway/forms/failure.ts'
import { newRequestId } from '../../../server/src/http/request-id.ts'
import { costOfChannel, demoChannels } from '../cast/channels.ts'
import { isServed, type PlannedCall } from '../traffic/plan-calls.ts'
import { channelIdOf, personOf, type World } from './world.ts'

/** As many as the ledger's queue takes with room to spare. */
const capturesAtOnce = 2000

/** Writes calls of the past through the ledger and the log of failures, as the relay does when they end. */
export async function writeCalls(world: World, calls: readonly PlannedCall[]): Promise<void> {
  const served = calls.filter(isServed)
  for (let from = 0; from < served.length; from += capturesAtOnce)
    await Promise.all(served.slice(from, from + capturesAtOnce).map((call) => capture(world, call)))
  const { store, log } = world.deps
  const failures = createFailureLog({ store, clock: world.now, log })
  for (const call of calls) if (!isServed(call)) noteFailure(world, call, failures)
  await failures.close()
}

async function capture(world: World, call: PlannedCall): Promise<void> {
  const { usage, charge, at, isStream, firstMs, totalMs } = call
  const served = call.attempts.at(-1)?.channel ?? ''
  const cost = costOfCall(served, call)
  const outcome = await world.deps.ledger.capture({
    ...billedTo(world, call),
    sources: personOf(world, call.username).sources,
    channel_id: channelIdOf(world, served),
    charge: charge.quota,
    at,
    log: {
      username: call.username,
      token_name: call.token,
      model_name: call.model,
      prompt_tokens: totalPrompt(usage),
      completion_tokens: totalCompletion(usage),
      use_time: Math.round(totalMs / 1000),
      is_stream: isStream ? 1 : 0,
      group: call.group,
      first_ms: isStream ? firstMs : 0,
      ...(cost !== undefined && { cost }),
      facts: writeCallRecord(pricedFacts(charge, usage, cost), {
        attempts: attemptsOf(world, call),
        untried: [],
        timing: [2, Math.min(firstMs, totalMs), totalMs],
        isCounted: false,
        upstreamModel: undefined,
        remarks: [],
        other: {
          ...(isStream && { frt: firstMs, stream_status: { status: 'ok', end_reason: 'done' } }),
          request_path: call.path,
          request_conversion: [call.path === '/v1/messages' ? 'anthropic' : 'openai'],
        },
      }),
    },
  })
  if (!outcome.ok) throw new Error(`a call of the past was not charged: ${outcome.code}`)
}

function costOfCall(served: string, { charge, usage, model, at, totalMs }: PlannedCall): number | undefined {
  const channel = demoChannels.find(({ name }) => name === served)
  const cost = channel && costOfChannel(channel)
  return cost && costOf(cost, { charge, usage, models: [model], at: Math.round(at - totalMs / 1000) })
}

function billedTo(world: World, { username, token, at }: PlannedCall) {
  const person = personOf(world, username)
  return {
    request_id: newRequestId(at * 1000),
    user_id: person.id,
    token_id: person.tokens.get(token)?.id ?? 0,
  }
}

const attemptsOf = (world: World, { attempts }: PlannedCall): RecordedAttempt[] =>
  attempts.map(({ channel, trouble }) =>
    trouble ? [channelIdOf(world, channel), trouble.kind, trouble.status] : [channelIdOf(world, channel)],
  )

function noteFailure(world: World, call: PlannedCall, failures: FailureLog): void {
  const { attempts, model, group } = call
  const billed = billedTo(world, call)
  const trouble = attempts.at(-1)?.trouble
  const error =
    trouble && !call.refusal
      ? new UpstreamFailure(trouble.kind, trouble)
      : new Refusal(call.refusal ?? 'no_available_channel', { params: { model, group } })
  const { status, type, code, message } = clientErrorOf(error, billed.request_id, 'en')
  const tried = call.refusal ? [] : attemptsOf(world, call)
  world.moveTo(call.at)
  failures.note({
    ...billed,
    account_id: 0,
    username: call.username,
    token_name: call.token,
    model_name: model,
    group,
    channel: tried.at(-1)?.[0] ?? 0,
    use_time: call.refusal ? 0 : Math.round(call.totalMs / 1000),
    content: `status_code=${status}, ${message}`,
    other: {
      error_type: type,
      error_code: code,
      status_code: status,
      request_path: call.path,
      ...(isRefusal(error) && { refused: true }),
      ...(tried.length > 0 && {
        admin_info: {
          use_channel: tried.map(([id]) => String(id)),
          failures: tried.map(([, kind, failedStatus]) => [kind, failedStatus]),
          ...(trouble && { failure: trouble.kind, reason: trouble.message }),
        },
      }),
    },
  })
}
