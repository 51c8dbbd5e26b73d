import { type ChannelBatch, type ChannelFilter, statusOfWord } from '@turnpike/contract/channels/channel'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { readMatchingChannels, type StoredFilter } from './channel-list.queries.ts'
import { type ChannelRow, readChannelsById } from './channels.queries.ts'

/** The filters of a request as queries take them; a blank one counts as absent. */
export function storedFilter(vault: Vault, asked: ChannelFilter): StoredFilter {
  const keyword = asked.keyword?.trim() || undefined
  return {
    keyword,
    keyHash: keyword && vault.hash(keyword, 'channel key'),
    model: asked.model?.trim() || undefined,
    group: asked.group?.trim() || undefined,
    status: asked.status && statusOfWord[asked.status],
    health: asked.health,
    type: asked.type,
  }
}

/** The channels that a batch is for, as far as they exist. */
export const readBatch = (store: Store, vault: Vault, { ids = [], matching }: ChannelBatch): Promise<ChannelRow[]> =>
  matching ? readMatchingChannels(store, storedFilter(vault, matching)) : readChannelsById(store, ids)
