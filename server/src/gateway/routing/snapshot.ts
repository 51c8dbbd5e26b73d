import { channelStatus } from '@turnpike/contract/channels/channel'
import { isChannelType } from '@turnpike/contract/channels/channel-types'
import type { OptionValues } from '@turnpike/contract/options'
import { readChannelsForRouting } from '../../domain/channels/channels.queries.ts'
import type { LiveOptions } from '../../domain/options/live-options.ts'
import { buildPriceBook, type PriceBook } from '../../domain/pricing/price-book.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { loadProviders } from '../providers/registry.ts'
import { type Channel, readChannel } from './channel.ts'
import { buildRoutes, type Routes } from './routing.ts'
import { createWordFilter, type WordFilter } from './word-filter.ts'

/** Everything a call is routed and priced by, at one moment. Swapped whole, so that no call sees half a change. */
export type Snapshot = {
  options: OptionValues
  prices: PriceBook
  channels: ReadonlyMap<number, Channel>
  /** Channels that exist but are switched off. */
  disabledChannels: ReadonlySet<number>
  routes: Routes
  /** The routes to channels whose upstream has shut down. No call takes them. */
  retiredRoutes: Routes
  /** Models of each group, in the order people list them. */
  modelsOfGroup: ReadonlyMap<string, readonly string[]>
  words: WordFilter
}

export type LiveSnapshot = { current(): Snapshot; reload(): Promise<void> }

export async function loadSnapshot(store: Store, vault: Vault, options: LiveOptions): Promise<LiveSnapshot> {
  let snapshot = await readSnapshot(store, vault, options.current())
  return {
    current: () => snapshot,
    async reload() {
      snapshot = await readSnapshot(store, vault, options.current())
    },
  }
}

async function readSnapshot(store: Store, vault: Vault, options: OptionValues): Promise<Snapshot> {
  const rows = await readChannelsForRouting(store)
  await loadProviders(rows.filter(({ status }) => status === channelStatus.enabled).map(({ type }) => type))
  const enabled: Channel[] = []
  const disabledChannels = new Set<number>()
  for (const { status, type, ...row } of rows) {
    if (status !== channelStatus.enabled) disabledChannels.add(row.id)
    else if (isChannelType(type)) enabled.push(readChannel({ ...row, type }, type, vault))
  }
  const living = enabled.filter(({ provider }) => !provider.isRetired)
  return {
    options,
    prices: buildPriceBook(options),
    channels: new Map(enabled.map((channel) => [channel.id, channel])),
    disabledChannels,
    routes: buildRoutes(living),
    retiredRoutes: buildRoutes(enabled.filter(({ provider }) => provider.isRetired)),
    modelsOfGroup: modelsOfGroup(living),
    words: createWordFilter(options),
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
