import type { MemberConditions, VirtualMember } from '@turnpike/contract/routing/virtual-models'
import { foldedName } from '../../domain/money/pricing/folded-name.ts'
import { type Price, priceOf } from '../../domain/money/pricing/price-book.ts'
import { priceAt } from '../../domain/money/pricing/tiers/price-at.ts'
import { tariffFor } from '../../domain/money/pricing/tiers/tariff.ts'
import type { KeptVirtualModel } from '../../domain/routing/virtual-models/virtual-models.queries.ts'
import { groupRatioOf, type Routing } from '../entry/admit.ts'
import { modelNotFound, noAvailableChannel, Refusal } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { orderByWeight, randomOf } from './by-weight.ts'

/** Percentage of calls routed without regard to speed, so that slower models keep being measured. */
const measuredPercent = 5
const million = 1_000_000

/** The virtual model of this name that the caller may use. Without any virtual models this costs one comparison. */
export function findVirtual(
  { virtualModels }: Snapshot,
  { group }: Pick<RelayCaller, 'group'>,
  model: string,
): KeptVirtualModel | undefined {
  const found = virtualModels?.get(model)
  return found && (found.groups.length === 0 || found.groups.includes(group)) ? found : undefined
}

/** A token that lists the virtual name may use all members; any other token those that it lists. */
function allowedMembers(
  { name, members }: KeptVirtualModel,
  { models, pin }: Pick<RelayCaller, 'models' | 'pin'>,
): readonly VirtualMember[] {
  if (!models || pin !== undefined || models.has(name)) return members
  return members.filter(({ model }) => models.has(model) || models.has(foldedName(model)))
}

/** Whether this caller may use this member of a virtual model. */
export function admitMember(virtual: KeptVirtualModel, caller: RelayCaller, member: string): void {
  if (!allowedMembers(virtual, caller).some(({ model }) => model === member))
    throw new Refusal('model_not_allowed', { params: { model: virtual.name } })
}

/** The facts of a call that choose its member. */
export type MemberRequest = {
  caller: RelayCaller
  snapshot: Snapshot
  /** The channels that can serve the request with this model; throws a Refusal if there are none. */
  route(model: string): Routing
  /** The size of the prompt; computed only if a condition needs it. */
  promptTokens(): number
  /** Calls of one conversation get the same member. */
  conversation?: string | undefined
}

/** The members that can serve a call, in the order of their attempts. Throws a Refusal if there are none. */
export function suitableMembers(
  virtual: KeptVirtualModel,
  request: MemberRequest,
  { attemptLog, random, clock }: Pick<RelayDeps, 'attemptLog' | 'random' | 'clock'>,
): VirtualMember[] {
  const { caller, snapshot, conversation } = request
  const allowed = allowedMembers(virtual, caller)
  if (allowed.length === 0) throw new Refusal('model_not_allowed', { params: { model: virtual.name } })
  const isTimed = allowed.some(({ when }) => when?.first_token_ms_max !== undefined)
  const minds = { speed: isTimed && random() * 100 >= measuredPercent }
  const suitable = served(virtual, allowed, request).filter(
    ({ member: { when }, routing, price }) =>
      !when ||
      (hasSize(when, request.promptTokens) &&
        costsAtMost(when, () => priceOfCall(price, request.promptTokens, clock()), groupRatioOf(snapshot, caller)) &&
        (!minds.speed || isFast(when, routing, attemptLog))),
  )
  if (suitable.length === 0) throw new Refusal('no_suitable_model', { params: { model: virtual.name } })
  const members = suitable.map(({ member }) => member)
  if (virtual.mode === 'order') return members
  return orderByWeight(members, conversation === undefined ? random : randomOf(conversation))
}

type Served = { member: VirtualMember; routing: Routing; price: Price }

/** The members with a price and with channels that can serve the request. */
function served({ name }: KeptVirtualModel, members: readonly VirtualMember[], request: MemberRequest): Served[] {
  const { caller, snapshot } = request
  const found: Served[] = []
  let refusal: Refusal | undefined
  for (const member of members) {
    const price = priceOf(snapshot.prices, member.model)
    if (!price) continue
    try {
      const routing = request.route(member.model)
      if (!('pinned' in routing) || routing.pinned.models.includes(member.model)) found.push({ member, routing, price })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A client should retry when the channels of a model are down, and not when no channel serves the model.
      if (!refusal || refusal.code === 'model_not_found' || error.code === 'no_available_channel') refusal = error
    }
  }
  if (found.length > 0) return found
  // The refusal names the model that the client requested.
  if (!refusal || refusal.code === 'model_not_found') throw modelNotFound(name)
  throw refusal.code === 'no_available_channel' ? noAvailableChannel(name, caller.group) : refusal
}

function hasSize({ prompt_tokens_min: min, prompt_tokens_max: max }: MemberConditions, tokens: () => number): boolean {
  return (min === undefined || tokens() >= min) && (max === undefined || tokens() <= max)
}

/** The price by the time of day and by the length of the prompt. */
function priceOfCall(listed: Price, promptTokens: () => number, now: number): Price {
  const price = priceAt(listed, now)
  return price.kind === 'tokens' && price.tiers ? tariffFor(price, promptTokens(), []) : price
}

function costsAtMost({ price_max: max }: MemberConditions, priceNow: () => Price, groupRatio: number): boolean {
  if (max === undefined) return true
  const price = priceNow()
  const dollars = price.kind === 'call' ? price.price : (price.ratio * million) / price.quota_per_unit
  return dollars * groupRatio <= max
}

/** Judged by the fastest of its channels; a member without a figure may be fast. */
function isFast(
  { first_token_ms_max: max }: MemberConditions,
  routing: Routing,
  attemptLog: RelayDeps['attemptLog'],
): boolean {
  if (max === undefined) return true
  const channels = 'pinned' in routing ? [routing.pinned] : routing.tiers.flatMap((tier) => tier.channels)
  return channels.some(({ id }) => (attemptLog.medianMs(id) ?? 0) <= max)
}

/** The virtual models that a key can call now, by name: some member is served in its group, priced, and allowed. */
export function usableVirtualModels(
  caller: RelayCaller,
  snapshot: Snapshot,
  isServed: (model: string) => boolean,
): string[] {
  const usable: string[] = []
  for (const name of snapshot.virtualModels?.keys() ?? []) {
    const virtual = findVirtual(snapshot, caller, name)
    if (virtual && allowedMembers(virtual, caller).some(({ model }) => isServed(model))) usable.push(name)
  }
  return usable
}
