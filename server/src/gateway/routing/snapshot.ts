import { isChannelType } from '@turnpike/contract/channel-types'
import type { OptionValues } from '@turnpike/contract/options'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { type ErrorRule, readErrorRule } from '@turnpike/contract/routing/error-rules'
import type { RecordTerms } from '@turnpike/contract/usage/prompt-records'
import { withPrices } from '../../domain/money/pricing/book/changed-prices.ts'
import { type PriceChange, readPriceChanges } from '../../domain/money/pricing/book/price-changes.queries.ts'
import { buildPriceBook, type PriceBook } from '../../domain/money/pricing/price-book.ts'
import { readChannelsForRouting } from '../../domain/routing/channels/channels.queries.ts'
import { readKeysForRouting } from '../../domain/routing/channels/keys/channel-keys.queries.ts'
import { readGroupLimits } from '../../domain/routing/limits/limits.queries.ts'
import type { GroupLimits } from '../../domain/routing/limits/limits-of-caller.ts'
import type { ProxyList } from '../../domain/routing/proxies/channel-proxy.ts'
import { readProxies } from '../../domain/routing/proxies/proxies.queries.ts'
import { type KeptVirtualModel, readVirtualModels } from '../../domain/routing/virtual-models/virtual-models.queries.ts'
import type { LiveOptions } from '../../domain/system/options/live-options.ts'
import { readGroupTerms } from '../../domain/usage/prompt-records/prompt-records.queries.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { loadProviders } from '../providers/registry.ts'
import { type Channel, type KeyOfChannel, readChannel, withKey } from './channel.ts'
import type { Cooldowns } from './cooldowns.ts'
import { buildRoutes, type Routes } from './routing.ts'
import { createWordFilter, type WordFilter } from './word-filter.ts'

/** The data that routes and prices calls, at one moment. Replaced as a whole, so that no call sees half a change. */
export type Snapshot = {
  options: OptionValues
  prices: PriceBook
  channels: ReadonlyMap<number, Channel>
  /** Whether a channel changes the requests that it sends. */
  hasOverrides: boolean
  /** Channels that exist but are switched off. */
  disabledChannels: ReadonlySet<number>
  /** Every channel that no route leads to, for explanations. */
  offChannels: readonly OffChannel[]
  routes: Routes
  /** The routes to channels whose upstream has shut down. No call takes them. */
  retiredRoutes: Routes
  /** Models of each group, in the order people list them. */
  modelsOfGroup: ReadonlyMap<string, readonly string[]>
  words: WordFilter
  groupLimits: ReadonlyMap<string, GroupLimits>
  proxies: ProxyList
  /** Groups whose prompts and responses are recorded; undefined if the installation records nothing. */
  records: ReadonlyMap<string, RecordTerms> | undefined
  /** The administrator's rules about errors of upstreams; undefined where there are none. */
  errorRules: readonly ErrorRule[] | undefined
  /** Enabled virtual models by name; undefined if there are none, so that calls pay nothing for them. */
  virtualModels: ReadonlyMap<string, KeptVirtualModel> | undefined
}

/** A channel that cannot be called; models and groups as they are stored. */
export type OffChannel = {
  id: number
  name: string
  type: number
  priority: number
  weight: number
  models: string
  group: string
  why: 'disabled' | 'auto_disabled' | 'no_keys' | 'unknown_type' | 'no_proxy'
}

export type LiveSnapshot = {
  current(): Snapshot
  reload(): Promise<void>
  /** Scheduled price changes that are not in force, the next one first. */
  comingPrices(): readonly PriceChange[]
  /** Whether a price change is due that is not in the options yet. */
  hasDuePrices(): boolean
}

type SnapshotDeps = { store: Store; vault: Vault; cooldowns: Cooldowns; clock: () => number }

export async function loadSnapshot(needs: SnapshotDeps, options: LiveOptions): Promise<LiveSnapshot> {
  const { store, clock } = needs
  let snapshot: Snapshot
  /** Price changes that are not in the options, the next one first; `held` of them are in force. */
  let changes: readonly PriceChange[] = []
  let held = 0
  const reload = async () => {
    const coming = await readPriceChanges(store)
    // A change that is gone may be in the options since they were read.
    const ids = new Set(coming.map(({ id }) => id))
    if (changes.some(({ id }) => !ids.has(id))) await options.reload()
    const next = await readSnapshot(needs, options.current())
    ;[snapshot, changes, held] = [next, coming, 0]
    await needs.cooldowns.sync() // an administrator may have ended a cooldown
  }
  const switchPrices = (now: number) => {
    let change = changes[held]
    if (!change || change.effective_at > now) return
    let { options } = snapshot
    for (; change && change.effective_at <= now; change = changes[++held]) options = withPrices(options, change.changes)
    snapshot = { ...snapshot, options, prices: buildPriceBook(options) }
  }
  await reload()
  return {
    current() {
      if (held < changes.length) switchPrices(clock())
      return snapshot
    },
    reload,
    comingPrices: () => changes.slice(held),
    hasDuePrices: () => (changes[0]?.effective_at ?? Number.POSITIVE_INFINITY) <= clock(),
  }
}

async function readSnapshot({ store, vault, cooldowns }: SnapshotDeps, options: OptionValues): Promise<Snapshot> {
  const rows = await readChannelsForRouting(store)
  const groupLimits = await readGroupLimits(store)
  const proxies = new Map((await readProxies(store)).map(({ name, address_cipher }) => [name, address_cipher]))
  const virtualModels = (await readVirtualModels(store)).filter(({ is_enabled }) => is_enabled)
  const hasKeys = rows.some(({ multi_key_mode }) => multi_key_mode !== '')
  const rules = options.ErrorRules.flatMap((line) => readErrorRule(line) ?? [])
  cooldowns.watch(hasKeys || options.ChannelPauseFailures > 0 || rules.length > 0)
  const keys = Map.groupBy(hasKeys ? await readKeysForRouting(store) : [], ({ channel_id }) => channel_id)
  await loadProviders(rows.filter(({ status }) => status === channelStatus.enabled).map(({ type }) => type))
  const enabled: Channel[] = []
  const disabledChannels = new Set<number>()
  const offChannels: OffChannel[] = []
  const withKeys = (channel: Channel, mode: string): Channel | undefined => {
    const own = keys.get(channel.id) ?? []
    const keyed = ({ id, key_cipher }: KeyOfChannel) => {
      const cooldown = cooldowns.of(channel.id, id)
      if (cooldown.writes === 0) cooldown.isOff = false
      return withKey(channel, { id, key_cipher }, vault, cooldown)
    }
    return own.length > 0 ? { ...channel, keys: own.map(keyed), inTurn: mode === 'polling' } : undefined
  }
  for (const { status, type, multi_key_mode, ...row } of rows) {
    const turnOff = (why: OffChannel['why']) => {
      const { id, name, priority, weight, models, group } = row
      offChannels.push({ id, name, type, priority, weight, models, group, why })
      if (why !== 'unknown_type') disabledChannels.add(id)
    }
    if (status !== channelStatus.enabled) {
      turnOff(status === channelStatus.autoDisabled ? 'auto_disabled' : 'disabled')
      continue
    }
    if (!isChannelType(type)) {
      turnOff('unknown_type')
      continue
    }
    const channel = readChannel({ ...row, type }, type, vault, proxies, cooldowns.of(row.id))
    if (channel.proxy === 'unusable') {
      turnOff('no_proxy')
      continue
    }
    const called = multi_key_mode === '' ? channel : withKeys(channel, multi_key_mode)
    if (called) enabled.push(called)
    else turnOff('no_keys')
  }
  const living = enabled.filter(({ isRetired }) => !isRetired)
  return {
    options,
    prices: buildPriceBook(options),
    channels: new Map(enabled.map((channel) => [channel.id, channel])),
    hasOverrides: enabled.some(({ overrides }) => overrides !== undefined),
    disabledChannels,
    offChannels,
    routes: buildRoutes(living),
    retiredRoutes: buildRoutes(enabled.filter(({ isRetired }) => isRetired)),
    modelsOfGroup: modelsOfGroup(living),
    words: createWordFilter(options),
    groupLimits,
    proxies,
    records: options.PromptRecordsEnabled ? await readGroupTerms(store) : undefined,
    errorRules: rules.length > 0 ? rules : undefined,
    virtualModels: virtualModels.length > 0 ? new Map(virtualModels.map((each) => [each.name, each])) : undefined,
  }
}

function modelsOfGroup(channels: readonly Channel[]): Map<string, string[]> {
  const models = new Map<string, Set<string>>()
  for (const channel of channels)
    for (const group of channel.groups) {
      const known = models.get(group) ?? new Set()
      for (const model of channel.models) known.add(model)
      models.set(group, known)
    }
  return new Map([...models].map(([group, names]) => [group, [...names].sort()]))
}
