import { channelAttemptApi } from '@turnpike/contract/channels/channel-attempts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { listAttempts, summariseFailing } from './attempts.rules.ts'

export function attemptRoutes(app: FastifyInstance, { store, clock }: Deps) {
  serve(app, channelAttemptApi.list, ({ query }) => listAttempts(store, query.ids))
  serve(app, channelAttemptApi.failing, () => summariseFailing(store, clock()))
}
