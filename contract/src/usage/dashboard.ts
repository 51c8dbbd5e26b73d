import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { queryText, queryWhole } from '../page.ts'

/** The granularities of usage sums. */
export const granularities = ['hour', 'day', 'week'] as const
export type Granularity = (typeof granularities)[number]

/** The part of the failures that were the fault of the request, the key or the balance, and of no provider. */
const refusals = z.int()

/** Calls of one model in one hour, day or week; sums over all users have no user. */
export const usageRow = z.object({
  id: z.int(),
  user_id: z.int(),
  username: z.string(),
  model_name: z.string(),
  /** The first second of the hour, day or week. */
  created_at: z.int(),
  token_used: z.int(),
  count: z.int(),
  quota: z.int(),
  failures: z.int(),
  refusals,
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  /** Streamed calls, and the sum of their times to first token in milliseconds. */
  first_calls: z.int(),
  first_ms: z.int(),
})
export type UsageRow = z.infer<typeof usageRow>

/** A user or a channel with the sum of its calls. */
export const usageShare = z.object({
  id: z.int(),
  name: z.string(),
  count: z.int(),
  failures: z.int(),
  refusals,
  quota: z.int(),
  token_used: z.int(),
})

/** Every call of a span added up. */
export const usageSummary = z.object({
  count: z.int(),
  failures: z.int(),
  refusals,
  quota: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  /** The first hour with a successful call; 0 when there was none. */
  first_hour: z.int(),
  /** The hours with most calls and with most tokens; `hour` is 0 when there was no call. */
  most_calls: z.object({ hour: z.int(), count: z.int() }),
  most_tokens: z.object({ hour: z.int(), count: z.int() }),
})
export type UsageSummary = z.infer<typeof usageSummary>

const span = z.object({ start_timestamp: queryWhole, end_timestamp: queryWhole })
/** Days and weeks (from Monday) begin at midnight in the time zone, an IANA name, UTC unless given. */
const spanInParts = span.extend({
  granularity: queryText.pipe(z.enum(granularities).optional()),
  time_zone: queryText,
})
/** Of one user; of the caller's own calls, those of one member, for members of an organisation who see the calls of all. */
const ofUser = { username: queryText }

export const dashboardApi = {
  self: endpoint('user', 'GET /api/data/self', {
    summary: "The caller's own calls by model and hour, day or week",
    org: 'any',
    query: spanInParts.extend(ofUser),
    data: z.array(usageRow),
  }),
  all: endpoint('admin', 'GET /api/data/', {
    summary: 'Calls by model and hour, day or week: of everyone, or of one user',
    query: spanInParts.extend(ofUser),
    data: z.array(usageRow),
  }),
  selfSummary: endpoint('user', 'GET /api/data/self/summary', {
    summary: "The caller's own calls added up, and the busiest hours",
    org: 'any',
    query: span.extend(ofUser),
    data: usageSummary,
  }),
  summary: endpoint('admin', 'GET /api/data/summary', {
    summary: 'Calls added up, and the busiest hours: of everyone, or of one user',
    query: span.extend(ofUser),
    data: usageSummary,
  }),
  users: endpoint('admin', 'GET /api/data/users', {
    summary: 'The users who spent most',
    query: span,
    data: z.array(usageShare),
  }),
  channels: endpoint('admin', 'GET /api/data/channels', {
    summary: 'The channels on which most was spent',
    query: span,
    data: z.array(usageShare),
  }),
}
