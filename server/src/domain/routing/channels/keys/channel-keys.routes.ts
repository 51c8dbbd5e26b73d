import { channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { serve } from '../../../../http/serve.ts'
import { actorOf } from '../../../system/audit/audit.queries.ts'
import { addKeys, changeOneKey, endCooldown, listKeys, removeKeys, setKeyMode } from './channel-keys.rules.ts'

export function channelKeyRoutes(app: FastifyInstance, deps: Deps) {
  const by = (incoming: Parameters<typeof actorOf>[0]) => actorOf(incoming, deps.clock())

  serve(app, channelKeyApi.list, ({ params }) => listKeys(deps, params.id))
  serve(app, channelKeyApi.add, (incoming) => addKeys(deps, by(incoming), incoming.body))
  serve(app, channelKeyApi.change, (incoming) => changeOneKey(deps, by(incoming), incoming.body))
  serve(app, channelKeyApi.remove, (incoming) => removeKeys(deps, by(incoming), incoming.body))
  serve(app, channelKeyApi.mode, (incoming) => setKeyMode(deps, by(incoming), incoming.body))
  serve(app, channelKeyApi.resume, async (incoming) => (await endCooldown(deps, by(incoming), incoming.body)).data)
}
