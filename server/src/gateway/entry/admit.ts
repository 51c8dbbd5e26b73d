import { foldedName } from '../../domain/money/pricing/folded-name.ts'
import { ratioForUsers } from '../../domain/money/pricing/group-ratio.ts'
import { type Price, priceOf } from '../../domain/money/pricing/price-book.ts'
import { priceAt } from '../../domain/money/pricing/tiers/price-at.ts'
import { estimateTokens } from '../counting/estimate.ts'
import type { JsonObject } from '../forms/chat.ts'
import { type Channel, channelsSupporting, type ProviderFilter, type Suits } from '../routing/channel.ts'
import { isDown } from '../routing/left-out.ts'
import { narrowChannel, narrowTiers, type tiersFor, tiersOfModel } from '../routing/routing.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { objectOf } from '../translate/json/json-values.ts'
import { visitPrompt } from './body/visit-prompt.ts'
import { badRequest, modelNotFound, noAvailableChannel, Refusal } from './errors/refusals.ts'
import type { RelayCaller } from './key/authenticate.ts'

/** Tokens assumed for an image, a document or a recording until its size is known. */
const mediaTokens = 1600

/** Which channels a call may use: one an administrator pinned, or those of its group. */
export type Routing = { pinned: Channel } | { tiers: ReturnType<typeof tiersFor> }

export function admitModel(caller: RelayCaller, model: string): void {
  if (caller.pin !== undefined || !caller.models) return
  if (!caller.models.has(model) && !caller.models.has(foldedName(model)))
    throw new Refusal('model_not_allowed', { params: { model } })
}

/** The price of a call that starts at a time, in Unix seconds. */
export const findPrice = (snapshot: Snapshot, model: string, at: number): Price =>
  priceAt(findListedPrice(snapshot, model), at)

/** The price of a model, whatever the time of day. */
export function findListedPrice(snapshot: Snapshot, model: string): Price {
  const price = priceOf(snapshot.prices, model)
  if (!price) throw new Refusal('model_price_error', { params: { model } })
  return price
}

/** The ratio of the group in which a caller calls: for users of some groups it is another one. */
export function groupRatioOf(
  { options }: Snapshot,
  { group, own_group }: Pick<RelayCaller, 'group' | 'own_group'>,
): number {
  return ratioForUsers(options, own_group, group) ?? 1
}

/** `needs` keeps the channels that can serve the request; when none can, the request is refused. */
export function findRouting(caller: RelayCaller, model: string, snapshot: Snapshot, needs?: ProviderFilter): Routing {
  const routing = routingOf(caller, model, snapshot)
  const narrowed = needs ? narrowRouting(routing, channelsSupporting(model, needs)) : routing
  if (!narrowed) throw new Refusal('not_supported')
  return narrowed
}

export function narrowRouting(routing: Routing, suits: Suits): Routing | undefined {
  if ('pinned' in routing) {
    const pinned = narrowChannel(routing.pinned, suits)
    return pinned && { pinned }
  }
  const tiers = narrowTiers(routing.tiers, suits)
  return tiers.length > 0 ? { tiers } : undefined
}

function routingOf(caller: RelayCaller, model: string, snapshot: Snapshot): Routing {
  if (caller.pin !== undefined) return { pinned: pinnedChannel(caller.pin, snapshot) }
  const { group } = caller
  const tiers = tiersOfModel(snapshot.routes, group, model)
  if (tiers.length > 0) return { tiers }
  if (tiersOfModel(snapshot.retiredRoutes, group, model).length > 0) throw modelRetired()
  throw isDown(snapshot, group, model) ? noAvailableChannel(model, group) : modelNotFound(model)
}

const modelRetired = () => new Refusal('model_retired', { param: 'model' })

function pinnedChannel(pin: string, { channels, disabledChannels }: Snapshot): Channel {
  const id = /^[1-9]\d{0,14}$/.test(pin) ? Number(pin) : 0
  const channel = channels.get(id)
  if (channel?.isRetired) throw modelRetired()
  if (channel) return channel
  throw new Refusal(disabledChannels.has(id) ? 'channel_disabled' : 'invalid_channel_id')
}

/** Refuses a prompt that contains a word on the administrator's list. */
export function rejectBlockedWords(body: JsonObject, { words }: Snapshot): void {
  if (!words.isActive) return
  let found: string | undefined
  visitPrompt(body, {
    text(text) {
      found ??= words.find(text)
    },
    media() {},
  })
  if (found) throw new Refusal('sensitive_words_detected', { detail: { word: found } })
}

/** A prompt, estimated for the hold. */
export type PromptEstimate = {
  tokens: number
  /** The tokens of its pictures, recordings and files. */
  mediaTokens: number
  /** It asks the upstream to keep it in a cache for an hour. */
  isCachedForHour: boolean
}

export function estimatePrompt(body: JsonObject): PromptEstimate {
  let tokens = 0
  let mediaCount = 0
  let isCachedForHour = objectOf(body.cache_control)?.ttl === hour
  visitPrompt(body, {
    text(text) {
      tokens += estimateTokens(text)
      if (text === hour) isCachedForHour = true // the `ttl` of a part, or a prompt of these two letters
    },
    media() {
      mediaCount += 1
    },
  })
  const media = mediaCount * mediaTokens
  if (!Number.isSafeInteger(tokens + media)) throw badRequest('The prompt is too long')
  return { tokens: tokens + media, mediaTokens: media, isCachedForHour }
}
const hour = '1h'

/** How much longer a changed prompt is. Members that did not change are not estimated again. */
export function promptGrowth(before: JsonObject, after: JsonObject): PromptEstimate {
  const names = new Set([...Object.keys(before), ...Object.keys(after)].filter((name) => before[name] !== after[name]))
  const changed = (body: JsonObject) => Object.fromEntries([...names].map((name) => [name, body[name]]))
  const [one, other] = [estimatePrompt(changed(before)), estimatePrompt(changed(after))]
  return {
    tokens: Math.max(0, other.tokens - one.tokens),
    mediaTokens: Math.max(0, other.mediaTokens - one.mediaTokens),
    isCachedForHour: other.isCachedForHour,
  }
}

export const estimatePromptTokens = (body: JsonObject): number => estimatePrompt(body).tokens
