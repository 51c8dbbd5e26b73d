import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import type { Actor } from '../../../system/audit/audit.queries.ts'
import { indexChannels } from '../abilities/abilities.rules.ts'
import { type ChannelRow, changeChannels, readChannelsById } from '../channels.queries.ts'
import { type ChangeDeps, missing } from '../channels.rules.ts'
import { commaList } from '../comma-list.ts'
import { recordedChange } from '../history/channel-changes.ts'
import { changeByAdmin } from './change-by-admin.ts'
import { targetOfAll } from './channel-audit.ts'

/** Takes a model out of the lists of channels: of all of them, or of none. Returns how many they are. */
export const disableModel = (deps: ChangeDeps, actor: Actor, ids: readonly number[], requested: string) => {
  const model = requested.trim()
  return changeByAdmin<number>(deps, actor, async (transaction) => {
    const channels = await channelsWith(transaction, [...new Set(ids)], model)
    const changes = []
    for (const channel of channels) {
      const change = { models: without(channel, model) }
      await indexChannels(transaction, [{ ...channel, ...change }])
      // Failed requests of this model no longer count against the channel.
      await changeChannels(transaction, [channel.id], { ...change, judged_from: deps.clock() })
      changes.push(recordedChange(channel, change))
    }
    const target = targetOfAll(channels)
    const detail = { model, count: channels.length }
    return { result: channels.length, audit: { action: 'channel.disable_model', target, detail, changes } }
  })
}

/** The channels, each of which lists the model beside others. */
async function channelsWith(transaction: Store, ids: readonly number[], model: string): Promise<ChannelRow[]> {
  const channels = await readChannelsById(transaction, ids)
  const known = new Set(channels.map(({ id }) => id))
  const gone = ids.find((id) => !known.has(id))
  if (gone !== undefined) missing(gone)
  for (const channel of channels) {
    const params = { model: model.slice(0, 64), name: channel.name }
    if (!commaList(channel.models).includes(model)) throw new AppError('channel_model_unlisted', { params })
    if (without(channel, model) === '') throw new AppError('channel_model_only', { params })
  }
  return channels
}

const without = ({ models }: ChannelRow, model: string): string =>
  commaList(models)
    .filter((each) => each !== model)
    .join(',')
