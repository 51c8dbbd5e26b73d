import { channelApi } from '@turnpike/contract/routing/channel'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../../http/app-error.ts'
import { serve } from '../../../../http/serve.ts'
import { actorOf } from '../../../system/audit/audit.queries.ts'
import type { ChannelDeps } from '../channel-deps.ts'
import { readRun } from '../runs/channel-run.queries.ts'
import { balanceRunName, beginBalances, beginBatchTests, beginTests, testRunName } from '../runs/channel-run.rules.ts'
import { updateBalance } from './channel-balance.rules.ts'
import { fetchModels, fetchModelsOf } from './channel-probe.rules.ts'
import { dryRunChannel, type Tested, testChannel, tryChannel } from './test-channel.rules.ts'

export function channelHealthRoutes(app: FastifyInstance, deps: ChannelDeps) {
  const { store, clock } = deps
  serve(app, channelApi.test, async ({ params, query }) => timeOf(await testChannel(deps, params.id, query.model)))
  serve(app, channelApi.try, async ({ body }) => timeOf(await tryChannel(deps, body)))
  serve(app, channelApi.dryRun, ({ body }) => dryRunChannel(deps, body))
  serve(app, channelApi.testAll, (incoming) => beginTests(deps, actorOf(incoming, clock())))
  serve(app, channelApi.testMany, (incoming) => beginBatchTests(deps, actorOf(incoming, clock()), incoming.body))
  serve(app, channelApi.testRun, () => readRun(store, testRunName, clock()))

  serve(app, channelApi.updateBalance, async ({ params }) => ({
    data: undefined,
    balance: await updateBalance(deps, params.id),
  }))
  serve(app, channelApi.updateBalances, (incoming) => beginBalances(deps, actorOf(incoming, clock())))
  serve(app, channelApi.balanceRun, () => readRun(store, balanceRunName, clock()))

  serve(app, channelApi.fetchModels, ({ params }) => fetchModels(deps, params.id))
  serve(app, channelApi.fetchModelsOf, ({ body }) => fetchModelsOf(deps, body))
}

/** A failed test is a refusal that still reports the time; so is the test of a model whose calls are refused for lack of a price. */
function timeOf({ seconds: time, failure, unpriced }: Tested): { data: undefined; time: number } {
  if (failure) throw new AppError('channel_test_failed', { params: { reason: failure.reason }, beside: { time } })
  if (unpriced !== undefined)
    throw new AppError('channel_test_unpriced', { params: { model: unpriced }, beside: { time } })
  return { data: undefined, time }
}
