import { proxyApi } from '@turnpike/contract/routing/proxies'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { changeProxy, createProxy, listProxies, removeProxy } from './proxies.rules.ts'
import { testProxy } from './test-proxy.rules.ts'
import { undoProxyAct } from './undo-proxy.rules.ts'

export function proxyRoutes(app: FastifyInstance, deps: Deps) {
  const { clock } = deps
  serve(app, proxyApi.list, () => listProxies(deps))
  serve(app, proxyApi.create, (incoming) => createProxy(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, proxyApi.update, (incoming) => changeProxy(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, proxyApi.remove, (incoming) => removeProxy(deps, actorOf(incoming, clock()), incoming.params.id))
  serve(app, proxyApi.undo, (incoming) => undoProxyAct(deps, actorOf(incoming, clock()), incoming.body.id))
  serve(app, proxyApi.test, ({ body }) => testProxy(deps, body))
}
