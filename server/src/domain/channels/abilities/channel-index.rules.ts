import type { ChannelShare, ChannelShareQuery } from '@turnpike/contract/channel'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import type { Actor } from '../../audit/audit.queries.ts'
import { findChannel, readChannelsToIndex } from '../channels.queries.ts'
import { type ChangeDeps, missing } from '../channels.rules.ts'
import { changeByHand } from '../edit/change-channels.ts'
import { readCandidates } from './abilities.queries.ts'
import { indexChannels } from './abilities.rules.ts'
import { shareOf, tiersOf } from './tiers.ts'

/** Makes the routing index say what the channels say. Gives how many rows had to change. */
export const fixIndex = (deps: ChangeDeps, actor: Actor) =>
  changeByHand<number>(deps, actor, async (transaction) => {
    const rows = await indexChannels(transaction, await readChannelsToIndex(transaction))
    return { result: rows, act: { action: 'channel.fix', detail: { rows } } }
  })

/** Who would share the calls of a model in a group if a channel were saved like this and switched on. */
export async function shareWith(store: Store, { id = 0, ...wanted }: ChannelShareQuery): Promise<ChannelShare[]> {
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
