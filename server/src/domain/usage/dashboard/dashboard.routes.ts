import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { callScopeOf } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import {
  findTopChannels,
  findTopUsers,
  readAllUsage,
  readOwnUsage,
  summarizeOwnUsage,
  summarizeUsage,
} from './dashboard.rules.ts'

/** Sums of calls by hour, day and week, for charts. */
export function dashboardRoutes(app: FastifyInstance, { store, clock }: Deps) {
  serve(app, dashboardApi.self, ({ caller, query }) => readOwnUsage(store, caller, query, clock()))
  serve(app, dashboardApi.all, ({ query }) => readAllUsage(store, query, clock()))
  serve(app, dashboardApi.selfSummary, ({ caller, query }) =>
    summarizeOwnUsage(store, callScopeOf(caller), query, clock()),
  )
  serve(app, dashboardApi.summary, ({ query }) => summarizeUsage(store, query, clock()))
  serve(app, dashboardApi.users, ({ query }) => findTopUsers(store, query, clock()))
  serve(app, dashboardApi.channels, ({ query }) => findTopChannels(store, query, clock()))
}
