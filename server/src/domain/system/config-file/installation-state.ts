import type { OptionKey, OptionValues } from '@turnpike/contract/options'
import type { FaqEntry } from '@turnpike/contract/system/faq'
import type { Vault } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import { readSources, type SourceRow } from '../../money/pricing/sources/price-sources.queries.ts'
import {
  type ChannelWithKey,
  readChannelsToIndex,
  readChannelsWithKey,
} from '../../routing/channels/channels.queries.ts'
import { openedSetting } from '../../routing/channels/edit/channel-proxy.ts'
import { type KeyRow, readKeysOf } from '../../routing/channels/keys/channel-keys.queries.ts'
import { type KeptVirtualModel, readVirtualModels } from '../../routing/virtual-models/virtual-models.queries.ts'
import { readFaq } from '../faq/faq.queries.ts'
import { storedOptions } from '../options/live-options.ts'

/**
 * A channel with all its keys; `keys` is empty for a channel that has one key. Its settings have the password of its own
 * proxy in them: a plan hides such settings, and an export encrypts them.
 */
export type StoredChannel = ChannelWithKey & { keys: readonly KeyRow[] }

/** The part of an installation that a configuration file can describe. */
export type InstallationState = {
  options: OptionValues
  /** Options whose stored value cannot be read. */
  unreadable: ReadonlySet<OptionKey>
  channels: readonly StoredChannel[]
  virtualModels: readonly KeptVirtualModel[]
  priceSources: readonly SourceRow[]
  faq: readonly FaqEntry[]
}

type InstallationStateOptions = { vault: Vault; options: { current(): OptionValues } }

export async function readState(
  store: Store,
  { vault, options }: InstallationStateOptions,
): Promise<InstallationState> {
  const { values, unreadable } = await storedOptions(store, vault, options.current())
  const ids = (await readChannelsToIndex(store)).map(({ id }) => id)
  const keys = ids.length > 0 ? await readKeysOf(store, ids) : []
  const keysById = Map.groupBy(keys, ({ channel_id }) => channel_id)
  const channels = (await readChannelsWithKey(store, ids)).map((channel) => ({
    ...channel,
    setting: openedSetting(vault, channel),
    keys: keysById.get(channel.id) ?? [],
  }))
  const [virtualModels, priceSources] = [await readVirtualModels(store), await readSources(store)]
  const faq = await readFaq(store)
  return { options: values, unreadable, channels, virtualModels, priceSources, faq }
}
