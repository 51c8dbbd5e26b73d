import type { ChannelShare, ChannelShareQuery } from '@turnpike/contract/routing/channel'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import type { Actor } from '../../../system/audit/audit.queries.ts'
import { findChannel, readChannelsToIndex } from '../channels.queries.ts'
import { type ChangeDeps, missing } from '../channels.rules.ts'
import { changeByAdmin } from '../edit/change-by-admin.ts'
import { readCandidates } from './abilities.queries.ts'
import { indexChannels } from './abilities.rules.ts'
import { shareOf, tiersOf } from './tiers.ts'

/** Rebuilds the routing index from the channels. Returns how many rows had to change. */
export const fixIndex = (deps: ChangeDeps, actor: Actor) =>
  changeByAdmin<number>(deps, actor, async (transaction) => {
    const rows = await indexChannels(transaction, await readChannelsToIndex(transaction))
    return { result: rows, audit: { action: 'channel.fix', detail: { rows } } }
  })

/** The share of each channel in the calls of a model and group, if this channel were saved and enabled. */
export async function routingShares(store: Store, { id = 0, ...wanted }: ChannelShareQuery): Promise<ChannelShare[]> {
  const [model, group] = [wanted.model.trim(), wanted.group.trim()]
  if (model === '') throw new AppError('channel_models_missing')
  if (group === '') throw new AppError('channel_group_missing')
  const name = id === 0 ? '' : ((await findChannel(store, id)) ?? missing(id)).name
  const others = await readCandidates(store, { group, model, except: id })
  const [first] = tiersOf([...others, { id, name, priority: wanted.priority, weight: wanted.weight }])
  return (first?.channels ?? []).map((channel) => ({
    id: channel.id,
    name: channel.name,
    percent: percentOf(shareOf(channel), first?.weight ?? 0),
  }))
}

const percentOf = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100
