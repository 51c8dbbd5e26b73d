import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { queryText, queryWhole } from '../page.ts'

/** Calls of one model in one hour; those of everyone have no user. */
export const usageRow = z.object({
  id: z.int(),
  user_id: z.int(),
  username: z.string(),
  model_name: z.string(),
  /** The first second of the hour. */
  created_at: z.int(),
  token_used: z.int(),
  count: z.int(),
  quota: z.int(),
  failures: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  /** Streamed calls, and the sum of the milliseconds until their first word. */
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
  quota: z.int(),
  token_used: z.int(),
})

const span = z.object({ start_timestamp: queryWhole, end_timestamp: queryWhole })

export const dashboardApi = {
  self: endpoint('user', 'GET /api/data/self', {
    summary: "The caller's own calls by model and hour",
    query: span,
    data: z.array(usageRow),
  }),
  all: endpoint('admin', 'GET /api/data/', {
    summary: 'Calls by model and hour: of everyone, or of one user',
    query: span.extend({ username: queryText }),
    data: z.array(usageRow),
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
