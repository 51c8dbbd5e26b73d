import { modelListApi } from '@turnpike/contract/routing/model-lists'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import type { ChannelDeps } from '../channels/channel-deps.ts'
import { storedChannel } from '../channels/health/channel-probe.rules.ts'
import { actOnProposals, ignorePattern, listIgnored, listProposals, removeIgnored } from './proposals.rules.ts'
import { checkHasList, readModelList } from './read-list.rules.ts'
import { getWatched, listWatched, saveSettingForAll, saveSettingOf, settingForAll } from './watch-lists.rules.ts'

export function modelListRoutes(app: FastifyInstance, deps: ChannelDeps) {
  const by = (incoming: Parameters<typeof actorOf>[0]) => actorOf(incoming, deps.clock())
  serve(app, modelListApi.setting, () => settingForAll(deps))
  serve(app, modelListApi.saveSetting, (incoming) => saveSettingForAll(deps, by(incoming), incoming.body))
  serve(app, modelListApi.channels, ({ query }) => listWatched(deps, query))
  serve(app, modelListApi.saveChannels, (incoming) => saveSettingOf(deps, by(incoming), incoming.body))
  serve(app, modelListApi.read, async (incoming) => {
    const { channel_id, accept_shrunk } = incoming.body
    checkHasList(deps, (await storedChannel(deps.store, channel_id)).type)
    const wanted = { actor: by(incoming), acceptShrunk: accept_shrunk }
    const { result: _, ...undo } = await readModelList(deps, channel_id, wanted)
    return { data: await getWatched(deps, channel_id), ...undo }
  })
  serve(app, modelListApi.proposals, ({ query }) => listProposals(deps, query))
  serve(app, modelListApi.act, (incoming) => actOnProposals(deps, by(incoming), incoming.body))
  serve(app, modelListApi.ignored, ({ query }) => listIgnored(deps, query))
  serve(app, modelListApi.ignore, (incoming) => ignorePattern(deps, by(incoming), incoming.body))
  serve(app, modelListApi.removeIgnored, (incoming) => removeIgnored(deps, by(incoming), incoming.params.id))
}
