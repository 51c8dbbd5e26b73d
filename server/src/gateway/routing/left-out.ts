import type { RouteReason } from '@turnpike/contract/routing/route-explain'
import { foldedName } from '../../domain/money/pricing/folded-name.ts'
import { type Channel, channelsSupporting, commaSeparatedValues, type ProviderFilter, type Suits } from './channel.ts'
import { hasOpenKey } from './choose-key.ts'
import { isOpenNow } from './cooldown.ts'
import { narrowChannel, takesPrompt, tiersOfModel } from './routing.ts'
import type { OffChannel, Snapshot } from './snapshot.ts'

/** The facts of a call that choose its channel. */
export type RouteRequest = {
  group: string
  model: string
  promptTokens: number
  needs?: ProviderFilter | undefined
  /** Set if channels that cost more than the caller pays are left out. */
  isNoLoss?: Suits | undefined
  pinned?: number | undefined
}

/** Why a channel is not used, or not first; `until` is the end of a cooldown, or when a full channel has room again. */
export type Reason = { code: RouteReason; until?: number }

/** Every channel that names the model or its folded name, in any group. */
export function channelsNaming(snapshot: Snapshot, model: string): { on: Channel[]; off: OffChannel[] } {
  const names = [...new Set([model, foldedName(model)])]
  const on = onByModel(snapshot.channels, model, (channels) =>
    [...channels.values()].filter(({ models }) => names.some((name) => models.includes(name))),
  )
  return { on: [...on], off: [...offNaming(snapshot, model)] }
}

const offNaming = ({ offChannels }: Snapshot, model: string): readonly OffChannel[] =>
  offByModel(offChannels, model, (channels) => {
    const names = [...new Set([model, foldedName(model)])]
    return channels.filter(({ models }) => isNamed(models, names))
  })

/** A channel disabled by an administrator does not recover by itself. */
const comesBack: ReadonlySet<OffChannel['why']> = new Set(['auto_disabled', 'no_keys', 'no_proxy'])

/** Whether a channel of the group serves the model as soon as it has recovered. */
export const isDown = (snapshot: Snapshot, group: string, model: string): boolean =>
  offNaming(snapshot, model).some(
    (channel) => comesBack.has(channel.why) && commaSeparatedValues(channel.group).includes(group),
  )

const modelsMax = 1000

/** Looked up once per model and snapshot: an upstream that is down makes many calls fail with the same model. */
function oncePerModel<All extends object, Found>() {
  const kept = new WeakMap<All, Map<string, Found>>()
  return (all: All, model: string, find: (all: All) => Found): Found => {
    let known = kept.get(all)
    if (!known || known.size >= modelsMax) {
      known = new Map()
      kept.set(all, known)
    }
    const found = known.get(model) ?? find(all)
    known.set(model, found)
    return found
  }
}
const onByModel = oncePerModel<Snapshot['channels'], readonly Channel[]>()
const offByModel = oncePerModel<readonly OffChannel[], readonly OffChannel[]>()

/** Most channels serve other models, so the text is searched before it is split. */
function isNamed(models: string, names: readonly string[]): boolean {
  if (!names.some((name) => models.includes(name))) return false
  const listed = commaSeparatedValues(models)
  return names.some((name) => listed.includes(name))
}

/** Why a call never goes to a channel; empty if it may. */
export function reasonsAgainst(channel: Channel, request: RouteRequest, snapshot: Snapshot): Reason[] {
  const { group, model, needs, isNoLoss, promptTokens, pinned } = request
  const { isRetired } = channel
  const codes: (RouteReason | false)[] = [
    isRetired && 'retired',
    ...(pinned === undefined
      ? [
          !channel.groups.includes(group) && ('other_group' as const),
          isShadowed(channel, request, snapshot) && ('model_not_listed' as const),
          !takesPrompt(channel, promptTokens) && ('prompt_too_large' as const),
        ]
      : [pinned !== channel.id && ('not_pinned' as const)]),
    !isRetired &&
      needs !== undefined &&
      !narrowChannel(channel, channelsSupporting(model, needs)) &&
      'path_unsupported',
    isNoLoss !== undefined && !narrowChannel(channel, isNoLoss) && 'below_cost',
  ]
  return codes.filter((code) => code !== false).map((code) => ({ code }))
}

/** The channel has the model under its folded name only, and another channel of the group has the exact name. */
function isShadowed(channel: Channel, { group, model }: RouteRequest, { routes, retiredRoutes }: Snapshot): boolean {
  if (!channel.groups.includes(group)) return false
  const tiers = tiersOfModel(channel.isRetired ? retiredRoutes : routes, group, model)
  return !tiers.some(({ channels }) => channels.includes(channel))
}

/** Why a suitable channel is skipped while another one can be called. */
export function reasonsToWait({ cooldown, keys }: Channel, clock: () => number): Reason[] {
  const now = clock()
  const reasons: Reason[] = []
  if (!isOpenNow(cooldown, clock)) reasons.push({ code: 'paused', until: cooldown.until })
  else if (cooldown.until !== 0) reasons.push({ code: 'trial' })
  if (keys?.every(({ keyCooldown }) => keyCooldown?.isOff === true)) reasons.push({ code: 'keys_off' })
  else if (keys && !hasOpenKey(keys, { triedKeys: [], clock })) {
    const ends = keys.flatMap(({ keyCooldown }) => (keyCooldown && keyCooldown.until > now ? keyCooldown.until : []))
    reasons.push({ code: 'keys_paused', until: Math.min(...ends) })
  }
  return reasons
}

export function reasonsOfOff({ id, group, why }: OffChannel, request: RouteRequest): Reason[] {
  const reasons: Reason[] = [{ code: why }]
  if (request.pinned !== undefined && request.pinned !== id) reasons.push({ code: 'not_pinned' })
  else if (request.pinned === undefined && !commaSeparatedValues(group).includes(request.group))
    reasons.push({ code: 'other_group' })
  return reasons
}
