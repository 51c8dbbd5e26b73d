import { orgMay } from '@turnpike/contract/identity/organisation'
import { role } from '@turnpike/contract/identity/user'
import type { RouteExplanation } from '@turnpike/contract/routing/route-explain'
import type { Deps } from '../../deps.ts'
import { chargeOf } from '../../domain/money/pricing/charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { noUsage } from '../../domain/money/pricing/usage.ts'
import { recentRequests } from '../../domain/routing/channels/attempts/attempts.rules.ts'
import { shownRecent } from '../../domain/routing/channels/attempts/failing.rules.ts'
import type { KeptVirtualModel } from '../../domain/routing/virtual-models/virtual-models.queries.ts'
import type { Caller } from '../../http/caller.ts'
import { type Call, newCall } from '../call/call.ts'
import { measuredPercent, rankBy } from '../call/channel-rank.ts'
import { boundOfCost, estimatedCost, isNoLoss, tariffAt, withoutLosses } from '../call/estimated-cost.ts'
import { admitModel, findPrice, findRouting } from '../entry/admit.ts'
import { noAvailableChannel, Refusal } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { channelsSupporting } from '../routing/channel.ts'
import { explainChannels, type RoutedChannel } from '../routing/explain.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { findVirtual, suitableMembers } from '../virtual/suitable-members.ts'
import { estimateBalance } from './estimate-balance.ts'
import { type ExplainedPath, explainedPaths } from './explained-paths.ts'
import { type ExplainRequest, findPayer, type Payer } from './find-payer.ts'
import { FirstRefusal } from './first-refusal.ts'
import { withFull } from './full-channels.ts'
import { showChannels } from './shown-channels.ts'
export type ExplainDeps = Pick<RelayDeps, 'store' | 'clock' | 'snapshot' | 'attemptLog'> & Pick<Deps, 'vault'>

const channelsShownMax = 500

/** Explains a call in the order of the relay and with its functions. Nothing is sent, held or written. */
export async function explainRoute(
  deps: ExplainDeps,
  viewer: Caller,
  requested: ExplainRequest,
): Promise<RouteExplanation> {
  const snapshot = deps.snapshot.current()
  const { options } = snapshot
  const { prompt_tokens: promptTokens, output_tokens: outputTokens } = requested
  const path = explainedPaths[requested.path]
  const payer = await findPayer(deps.store, viewer, requested, deps.clock())
  const { caller } = payer
  const refused = new FirstRefusal()

  await refused.by('caller', () => payer.check(deps.clock()))
  const isOfGroup = await refused.by('group', () => {
    caller.group = payer.group(snapshot)
    if (caller.pin !== undefined && caller.role < role.admin) throw new Refusal('channel_pin_forbidden')
    return true
  })
  const virtual = findVirtual(snapshot, caller, requested.model)
  const members =
    virtual && (await refused.by('model', () => membersFor(virtual, { caller, snapshot, path, promptTokens }, deps)))
  const model = members?.[0] ?? requested.model
  if (virtual)
    caller.models = undefined // by the virtual model's name or by its members
  else await refused.by('model', () => admitModel(caller, model))
  const routing = await refused.by('route', () => findRouting(caller, model, snapshot, path.needs))
  const price = await refused.by('price', () => findPrice(snapshot, model, deps.clock()))
  const holdAt = path.holdAt({ model, promptTokens, outputTokens }, snapshot)
  const about = { request_id: '', caller, model, promptTokens, snapshot, holdAt, outputMax: outputTokens }
  const call = price && newCall({ ...about, price })
  const hold = call && amountOf(() => call.holdAt?.(call.price, call.groupRatio) ?? 0)
  const balance = call && !payer.isNobody ? await estimateBalance(call, hold ?? null, refused, deps) : null
  const guard = call && hold !== null && options.BelowCostGuard === 'refuse' ? call : undefined
  await refused.by('cost', () => void (guard && routing && withoutLosses(guard, routing, deps.clock())))

  const ranked = call && hold !== null && options.ChannelChoice !== 'weight' ? call : undefined
  const how = {
    rank:
      ranked && options.ChannelChoice !== 'weight'
        ? rankBy(options.ChannelChoice, ranked, { attemptLog: deps.attemptLog, random: () => 1, clock: deps.clock })
        : undefined,
    measured: options.ChannelChoice === 'latency' ? measuredPercent / 100 : 0,
    tries: requested.channel_id === undefined ? options.RetryTimes + 1 : 1,
    clock: deps.clock,
  }
  const request = {
    ...{ group: caller.group, model, promptTokens, needs: path.needs, pinned: requested.channel_id },
    isNoLoss: guard && isNoLoss(guard, deps.clock()),
  }
  const found = explainChannels(snapshot, request, how).map((each) => withPassing(each, model, path))
  const routed = await withFull(deps, found, (channel) => (call ? boundOfCost(call, channel, deps.clock()) : 1))
  await refused.by('channel', () => {
    if (!routed.some(canBeFirst)) throw noAvailableChannel(model, caller.group)
  })

  const now = deps.clock()
  const ids = routed.slice(0, channelsShownMax).map(({ channel }) => channel.id)
  const requests = await recentRequests(deps.store, ids, model, now)
  const isAdmin = viewer.role >= role.admin
  // Users see nothing of groups that they may not use, and no price of a model that is not offered to them.
  const showsGroup = isAdmin || isOfGroup === true
  const showsPrice = isAdmin || (showsGroup && routing !== undefined)
  const shown = isAdmin ? routed.slice(0, channelsShownMax) : []
  const figuresOf: Parameters<typeof showChannels>[3] = (channel) => {
    const cost = call && amountOf(() => estimatedCost(call, channel, deps.clock()) ?? Number.NaN)
    return {
      cost: cost !== undefined && cost !== null && Number.isSafeInteger(cost) ? cost : null,
      median_ms: deps.attemptLog.medianMs(channel.id) ?? null,
      recent: shownRecent([requests.get(channel.id)], true),
    }
  }
  return {
    ...{ model: requested.model, group: caller.group, path: requested.path, prompt_tokens: promptTokens },
    served_by: virtual ? (members ?? []) : null,
    refusal: refused.shown(path.statuses),
    price:
      call && showsPrice ? shownPrice(tariffAt(call.price, promptTokens, []), call.groupRatio, hold ?? null) : null,
    balance: mayWatch(viewer) ? balance : null,
    able: showsGroup ? routed.filter(({ state }) => state !== 'never').length : 0,
    recent: showsGroup
      ? shownRecent(
          routed.filter(canBeFirst).map(({ channel }) => requests.get(channel.id)),
          isAdmin,
        )
      : null,
    choice: options.ChannelChoice,
    tries: how.tries,
    notes: notesOf({ payer, path, routed, virtual, isAdmin, isRanked: how.rank !== undefined }, options),
    channels: isAdmin ? await showChannels(deps, model, shown, figuresOf) : null,
    left_out: isAdmin ? routed.length - shown.length : 0,
  }
}

/** Members see the balance of the organisation as their role allows. */
const mayWatch = ({ org }: Caller): boolean => !org || orgMay(org.role, 'watch')

type MembersRequest = { caller: RelayCaller; snapshot: Snapshot; path: ExplainedPath; promptTokens: number }

/** The suitable models of a virtual one. Models drawn by weight keep the order of the list. */
function membersFor(
  virtual: KeptVirtualModel,
  { caller, snapshot, path, promptTokens }: MembersRequest,
  { attemptLog, clock }: ExplainDeps,
): string[] {
  const route = (model: string) => findRouting(caller, model, snapshot, path.needs)
  const request = { caller, snapshot, route, promptTokens: () => promptTokens }
  const inOrder = { ...virtual, mode: 'order' as const }
  return suitableMembers(inOrder, request, { attemptLog, clock, random: () => 1 }).map(({ model }) => model)
}

/** A channel without chat can still be chosen, and its attempt is not counted. */
function withPassing(routed: RoutedChannel, model: string, { serves }: ExplainedPath): RoutedChannel {
  const { channel, state, reasons } = routed
  if (!serves || state === 'never' || 'why' in channel || channelsSupporting(model, serves)(channel)) return routed
  return { ...routed, reasons: [...reasons, { code: 'passes_on' }] }
}

const canBeFirst = ({ state, reasons }: RoutedChannel) =>
  state === 'first' && !reasons.some(({ code }) => code === 'keys_off')

type Noted = {
  payer: Payer
  path: ExplainedPath
  routed: readonly RoutedChannel[]
  virtual: KeptVirtualModel | undefined
  isAdmin: boolean
  isRanked: boolean
}

function notesOf(
  { payer, path, routed, virtual, isAdmin, isRanked }: Noted,
  { StickyBy, ChannelChoice }: Call['snapshot']['options'],
): RouteExplanation['notes'] {
  const isBeyond = routed.some(({ state, fromTry }) => state === 'later' && fromTry === 0)
  return [
    ...(path.isChat && StickyBy !== 'off' ? (['sticky'] as const) : []),
    ...(isAdmin && isRanked && ChannelChoice === 'latency' ? (['measured'] as const) : []),
    ...(virtual?.mode === 'weight' ? (['drawn_model'] as const) : []),
    ...(payer.hasAddresses ? (['addresses'] as const) : []),
    ...(path.isSound ? (['minute_of_sound'] as const) : []),
    ...(isAdmin && isBeyond ? (['beyond_retries'] as const) : []),
  ]
}

const million = 1_000_000

/** The price at the tier in which the prompt lies. */
function shownPrice(price: Price, ratio: number, hold: number | null): RouteExplanation['price'] {
  const isTokens = price.kind === 'tokens'
  const tokens = (usage: { input?: number; output?: number }) =>
    isTokens ? amountOf(() => chargeOf({ ...noUsage, ...usage }, price, ratio).quota) : 0
  return {
    kind: price.kind,
    input: tokens({ input: million }),
    output: tokens({ output: million }),
    call: isTokens ? 0 : amountOf(() => chargeOf(noUsage, price, ratio).quota),
    hold,
    group_ratio: ratio,
  }
}

/** Null if the amount exceeds every possible balance. */
function amountOf(amount: () => number): number | null {
  try {
    return amount()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
