import { keyStatus } from '@turnpike/contract/routing/channel-keys'
import type { ExplainedChannel, ExplainedKey, RouteReason } from '@turnpike/contract/routing/route-explain'
import { readChannelsById } from '../../domain/routing/channels/channels.queries.ts'
import { keyHint } from '../../domain/routing/channels/edit/channel-keys.ts'
import { type KeyRow, readKeysOf } from '../../domain/routing/channels/keys/channel-keys.queries.ts'
import { type CooldownRow, readCooldownRows } from '../../domain/routing/channels/keys/cooling.queries.ts'
import { namedProxy, shownNamed } from '../../domain/routing/proxies/channel-proxy.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { type Channel, commaSeparatedValues, mappedModel } from '../routing/channel.ts'
import type { RoutedChannel } from '../routing/explain.ts'
import type { OffChannel } from '../routing/snapshot.ts'

type Needed = { store: Store; vault: Vault; clock: () => number }

/** Figures of a channel that depend on the call. */
export type ChannelFigures = Pick<ExplainedChannel, 'cost' | 'median_ms' | 'recent'>

/** Channels for administrators: with the reasons of cooldowns and disabled channels, and with their keys. */
export async function showChannels(
  deps: Needed,
  model: string,
  routed: readonly RoutedChannel[],
  figuresOf: (channel: Channel) => ChannelFigures,
): Promise<ExplainedChannel[]> {
  const texts = await readTexts(deps, routed)
  return routed.map((each): ExplainedChannel => {
    const { channel, state, tier, chance, fromTry, reasons } = each
    const { id, name, type, priority, weight } = channel
    return {
      ...{ id, name, type, priority, weight, state, tier },
      groups: isOff(channel) ? commaSeparatedValues(channel.group) : [...channel.groups],
      chance: percentOf(chance),
      from_try: fromTry,
      reasons: reasons.map(({ code, until = 0 }) => ({ code, until, text: texts.ofReason(id, code) })),
      upstream_model: isOff(channel) ? '' : otherName(channel, model),
      proxy: isOff(channel) ? '' : shownNamed(namedProxy(channel.setting) ?? ''),
      ...(isOff(channel) ? { cost: null, median_ms: null, recent: null } : figuresOf(channel)),
      keys: texts.keysOf(each),
    }
  })
}

const isOff = (channel: Channel | OffChannel): channel is OffChannel => 'why' in channel

/** The upstream's name of the model, if it differs. */
function otherName(channel: Channel, model: string): string {
  const mapped = mappedModel(channel, model)
  return mapped === model ? '' : mapped
}

const percentOf = (share: number) => Math.round(share * 1000) / 10

async function readTexts({ store, vault, clock }: Needed, routed: readonly RoutedChannel[]) {
  const idsOf = (has: (channel: Channel | OffChannel) => boolean) =>
    routed.filter(({ channel }) => has(channel)).map(({ channel }) => channel.id)
  const disabledIds = idsOf((channel) => isOff(channel) && channel.why === 'auto_disabled')
  const keyedIds = idsOf((channel) => (isOff(channel) ? channel.why === 'no_keys' : channel.keys !== undefined))
  const disabled = disabledIds.length > 0 ? await readChannelsById(store, disabledIds) : []
  const keys = Map.groupBy(keyedIds.length > 0 ? await readKeysOf(store, keyedIds) : [], (row) => row.channel_id)
  const pauses = await readCooldownRows(store)
  const cooldownOf = (channelId: number, keyId: number) =>
    pauses.find(({ channel_id, key_id }) => channel_id === channelId && key_id === keyId)
  return {
    ofReason(id: number, code: RouteReason): string {
      if (code === 'paused') return cooldownOf(id, 0)?.reason ?? ''
      return code === 'auto_disabled' ? statusReason(disabled.find((row) => row.id === id)?.other_info ?? '') : ''
    },
    keysOf: ({ channel: { id, type }, keyShares }: RoutedChannel): ExplainedKey[] =>
      (keys.get(id) ?? []).map((row) => ({
        id: row.id,
        hint: keyHint(vault, { type, key_cipher: row.key_cipher }),
        ...stateOf(row, cooldownOf(id, row.id), clock()),
        chance: percentOf(keyShares.get(row.id) ?? 0),
      })),
  }
}

function stateOf({ status, reason }: KeyRow, pause: CooldownRow | undefined, now: number) {
  if (status === keyStatus.disabled) return { state: 'disabled', text: reason, until: 0 } as const
  if (status === keyStatus.autoDisabled) return { state: 'auto_disabled', text: reason, until: 0 } as const
  return pause && pause.until > now
    ? ({ state: 'paused', text: pause.reason, until: pause.until } as const)
    : ({ state: 'open', text: '', until: 0 } as const)
}

/** Why a channel was disabled, as `disableChannel` wrote it. */
function statusReason(otherInfo: string): string {
  try {
    const { status_reason } = JSON.parse(otherInfo) as { status_reason?: unknown }
    return typeof status_reason === 'string' ? status_reason : ''
  } catch {
    return ''
  }
}
