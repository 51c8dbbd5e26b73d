import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { type ChannelToCreate, channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { channelTypeApi } from '@turnpike/contract/routing/channel-capabilities'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { unpricedOf } from '../../money/pricing/unpriced.ts'
import { type Actor, actorOf } from '../../system/audit/audit.queries.ts'
import { fixIndex, routingShares } from './abilities/channel-index.rules.ts'
import { readTags } from './channel-list.queries.ts'
import { copyChannel, createChannels, getChannel, listChannels, updateChannel } from './channels.rules.ts'
import { commaList } from './comma-list.ts'
import { changeMany } from './edit/change-channels.rules.ts'
import { editTag, switchTag, tagChannels } from './edit/channel-tags.rules.ts'
import { disableModel } from './edit/disable-model.rules.ts'
import { removeChannel, removeChannels, removeDisabledChannels } from './edit/remove-channels.rules.ts'
import type { Probe } from './health/channel-probe.ts'
import { channelHistory } from './history/channel-history.rules.ts'
import { revertChannel } from './history/revert-channel.rules.ts'
import { undoChannelAct } from './history/undo-channels.rules.ts'
import { channelsToCreate } from './keys/new-rows.ts'

export function channelRoutes(app: FastifyInstance, deps: Deps & { probe: Probe }) {
  const { store, limits, clock, options } = deps
  const by = (incoming: Parameters<typeof actorOf>[0]) => actorOf(incoming, clock())

  serve(app, channelApi.list, ({ caller, query }) => listChannels(deps, caller, query))
  serve(app, channelApi.search, async ({ caller, query }) => {
    await limits.take('search', String(caller.id))
    return listChannels(deps, caller, query)
  })
  serve(app, channelTypeApi.list, () =>
    channelTypeOrder.map((type) => ({
      type,
      label: channelTypes[type].label,
      capabilities: [...deps.probe.capabilities(type)],
      retired: channelTypes[type].retired !== undefined,
    })),
  )
  serve(app, channelApi.get, ({ caller, params }) => getChannel(deps, caller, params.id))
  const create = async (actor: Actor, channels: readonly ChannelToCreate[]) => {
    const { data } = await createChannels(deps, actor, channels)
    const models = channels.flatMap((channel) => commaList(channel.models))
    return { ...data, unpriced: unpricedOf(options.current(), models) }
  }
  serve(app, channelApi.create, (incoming) => create(by(incoming), channelsToCreate(incoming.body)))
  serve(app, channelApi.createMany, (incoming) => create(by(incoming), incoming.body.channels))
  serve(app, channelApi.update, (incoming) => updateChannel(deps, by(incoming), incoming.body))
  serve(app, channelApi.copy, async (incoming) => (await copyChannel(deps, by(incoming), incoming.params.id)).data)
  serve(app, channelApi.remove, (incoming) => removeChannel(deps, by(incoming), incoming.params.id))
  serve(app, channelApi.removeDisabled, (incoming) => removeDisabledChannels(deps, by(incoming)))
  serve(app, channelApi.removeMany, (incoming) => removeChannels(deps, by(incoming), incoming.body))
  serve(app, channelApi.changeMany, (incoming) => changeMany(deps, by(incoming), incoming.body, incoming.body))
  serve(app, channelApi.fix, async (incoming) => (await fixIndex(deps, by(incoming))).data)

  serve(app, channelApi.undo, (incoming) => undoChannelAct(deps, by(incoming), incoming.body.id))
  serve(app, channelApi.history, ({ query }) => channelHistory(deps, query))
  serve(app, channelApi.revert, (incoming) => revertChannel(deps, by(incoming), incoming.body))

  serve(app, channelApi.tags, () => readTags(store))
  serve(app, channelApi.editTag, (incoming) => editTag(deps, by(incoming), incoming.body))
  serve(app, channelApi.enableTag, (incoming) =>
    switchTag(deps, by(incoming), incoming.body.tag, channelStatus.enabled),
  )
  serve(app, channelApi.disableTag, (incoming) =>
    switchTag(deps, by(incoming), incoming.body.tag, channelStatus.disabled),
  )
  serve(app, channelApi.disableModel, (incoming) =>
    disableModel(deps, by(incoming), incoming.body.ids, incoming.body.model),
  )
  serve(app, channelApi.tagMany, (incoming) => tagChannels(deps, by(incoming), incoming.body, incoming.body.tag))

  serve(app, channelApi.share, ({ body }) => routingShares(store, body))
}
