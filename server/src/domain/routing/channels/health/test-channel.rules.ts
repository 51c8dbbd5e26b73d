import { channelTypes } from '@turnpike/contract/channel-types'
import type { OptionValues } from '@turnpike/contract/options'
import {
  type ChannelToDryRun,
  type ChannelToTry,
  channelStatus,
  type DryRunResult,
} from '@turnpike/contract/routing/channel'
import { AppError } from '../../../../http/app-error.ts'
import { chargeOf } from '../../../money/pricing/charge.ts'
import { type LogOther, pricedOther } from '../../../money/pricing/log-other.ts'
import { buildPriceBook, priceOf } from '../../../money/pricing/price-book.ts'
import { pricedFacts } from '../../../money/pricing/priced-facts.ts'
import { unpricedOf } from '../../../money/pricing/unpriced.ts'
import { noUsage } from '../../../money/pricing/usage.ts'
import type { ChannelDeps } from '../channel-deps.ts'
import { disableChannel, enableChannel } from './auto-disable.ts'
import type { Reason } from './channel-mails.ts'
import { findRoot, insertTestLog, saveFailedTest, savePassedTest } from './channel-probe.queries.ts'
import { modelToTest, type StoredChannel, storedChannel, unsavedChannel } from './channel-probe.rules.ts'
import type { Probed, ProbedChannel, ProbeFailure } from './channel-probe.ts'

/** The result of a test: the time until the response or the failure, and the model if it has no price. */
export type Tested = { seconds: number; failure?: ProbeFailure; unpriced?: string }
type Trial = { ms: number; outcome: Probed<{ input: number; output: number }> }

/** Tests a stored channel, stores the result, and disables or enables the channel by the administrator's options. */
export async function testChannel(
  deps: ChannelDeps,
  id: number,
  wanted?: string,
  signal?: AbortSignal,
): Promise<Tested> {
  const channel = await storedChannel(deps.store, id)
  const model = modelToTest(deps, channel, wanted, channel.test_model)
  const trial = await tryModel(deps, channel, model, signal)
  signal?.throwIfAborted() // an aborted test does not count
  await recordTest(deps, channel, model, trial)
  const tested = testedOf(deps, model, trial)
  await judgeChannel(deps, channel, tested)
  return tested
}

/** Tests an unsaved channel. Nothing is stored. */
export async function tryChannel(deps: ChannelDeps, draft: ChannelToTry): Promise<Tested> {
  const channel = await unsavedChannel(deps, draft)
  const model = modelToTest(deps, channel, draft.model, draft.test_model)
  return testedOf(deps, model, await tryModel(deps, channel, model))
}

/** What an unsaved channel would send for a request of a client. Nothing is sent or stored. */
export async function dryRunChannel(deps: ChannelDeps, { request, ...draft }: ChannelToDryRun): Promise<DryRunResult> {
  return deps.probe.dryRun(await unsavedChannel(deps, draft), request)
}

async function tryModel(
  { probe }: ChannelDeps,
  channel: ProbedChannel,
  model: string,
  signal?: AbortSignal,
): Promise<Trial> {
  if (!channelTypes[channel.type].testable) throw new AppError('channel_not_testable', { beside: { time: 0 } })
  const startedAt = performance.now()
  const outcome = await probe.testModel(channel, model, signal)
  // 0 is the response time of a channel that was never tested.
  return { ms: Math.max(1, Math.round(performance.now() - startedAt)), outcome }
}

function testedOf({ options }: ChannelDeps, model: string, { ms, outcome }: Trial): Tested {
  const seconds = ms / 1000
  if (!outcome.ok) return { seconds, failure: outcome.failure }
  const [unpriced] = unpricedOf(options.current(), [model])
  return { seconds, ...(unpriced !== undefined && { unpriced }) }
}

async function recordTest(
  { store, clock, options }: ChannelDeps,
  { id }: StoredChannel,
  model: string,
  { ms, outcome }: Trial,
): Promise<void> {
  const at = clock()
  if (!outcome.ok) {
    await saveFailedTest(store, id, { reason: outcome.failure.reason, at })
    return
  }
  await store.transaction().execute(async (transaction) => {
    await savePassedTest(transaction, id, { response_time: ms, test_time: at })
    const user = options.current().LogConsumeEnabled ? await findRoot(transaction) : undefined
    if (!user) return
    const { input, output } = outcome.value
    await insertTestLog(transaction, {
      user,
      channel_id: id,
      model,
      prompt_tokens: input,
      completion_tokens: output,
      use_time: Math.round(ms / 1000),
      other: testOther(id, model, outcome.value, options.current()),
      at,
    })
  })
}

/** The price of the model, with the group ratio of 0 that makes a test free. */
function testOther(
  id: number,
  model: string,
  tokens: { input: number; output: number },
  options: OptionValues,
): LogOther {
  const price = priceOf(buildPriceBook(options), model)
  const usage = { ...noUsage, ...tokens }
  return {
    ...(price && pricedOther(pricedFacts(chargeOf(usage, price, 0), usage))),
    frt: -1000,
    admin_info: { use_channel: [String(id)] },
  }
}

async function judgeChannel(deps: ChannelDeps, channel: StoredChannel, tested: Tested): Promise<void> {
  const { store, log, clock, channelMails } = deps
  const options = deps.options.current()
  const reason = channel.auto_ban === 1 ? reasonToDisable(tested, options) : undefined
  let isChanged = false
  if (reason && channel.status === channelStatus.enabled)
    isChanged = await disableChannel(store, log, { id: channel.id, reason, at: clock() }, channelMails)
  // A channel that is still too slow would only be disabled again by its next test.
  else if (!reason && !tested.failure && channel.status === channelStatus.autoDisabled)
    isChanged =
      options.AutomaticEnableChannelEnabled &&
      (await enableChannel(store, log, { id: channel.id, at: clock() }, channelMails))
  if (isChanged) await deps.reload()
}

/** Why a channel should be disabled. The limit on response time applies even where disabling on errors is off. */
function reasonToDisable({ seconds, failure }: Tested, options: OptionValues): Reason | undefined {
  const { AutomaticDisableChannelEnabled, ChannelDisableThreshold: limit } = options
  if (failure?.isFatal && AutomaticDisableChannelEnabled) return failure.reason
  if (limit === 0 || seconds <= limit) return undefined
  return {
    zh: `响应时间 ${seconds} 秒，超过 ${limit} 秒的上限`,
    en: `Response time ${seconds} s, above the limit of ${limit} s`,
  }
}
