import { type ChannelBatch, type ChannelFilter, statusOfWord } from '@turnpike/contract/routing/channel'
import type { Deps } from '../../../deps.ts'
import { readFailingByCalls } from './attempts/attempts.rules.ts'
import { readMatchingChannels, type StoredFilter } from './channel-list.queries.ts'
import { type ChannelRow, readChannelsById } from './channels.queries.ts'

export type FilterDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

/** The filters of a request in the form of the queries; a blank one counts as absent. */
export async function storedFilter(
  { store, vault, clock }: FilterDeps,
  requested: ChannelFilter,
): Promise<StoredFilter> {
  const keyword = requested.keyword?.trim() || undefined
  return {
    keyword,
    keyHash: keyword && vault.hash(keyword, 'channel key'),
    model: requested.model?.trim() || undefined,
    group: requested.group?.trim() || undefined,
    status: requested.status && statusOfWord[requested.status],
    health: requested.health && { word: requested.health, failing: await readFailingByCalls(store, clock()) },
    type: requested.type,
  }
}

/** The existing channels of a batch. */
export const readBatch = async (deps: FilterDeps, { ids = [], matching }: ChannelBatch): Promise<ChannelRow[]> =>
  matching ? readMatchingChannels(deps.store, await storedFilter(deps, matching)) : readChannelsById(deps.store, ids)
