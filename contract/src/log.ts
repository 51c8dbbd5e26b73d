import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery, queryText, queryWhole } from './page.ts'

export const logType = { topUp: 1, consumption: 2, admin: 3, system: 4 } as const

/** One line of the usage log. `other` is JSON: the parts of the charge and the rule that applied. */
export const logRow = z.object({
  id: z.int(),
  user_id: z.int(),
  created_at: z.int(),
  type: z.int(),
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  use_time: z.int(),
  is_stream: z.boolean(),
  channel: z.int(),
  token_id: z.int(),
  group: z.string(),
  other: z.string(),
  request_id: z.string(),
})
export type LogRow = z.infer<typeof logRow>

const ownFilters = pageQuery.extend({
  type: queryWhole,
  token_name: queryText,
  model_name: queryText,
  group: queryText,
  start_timestamp: queryWhole,
  end_timestamp: queryWhole,
})
const allFilters = ownFilters.extend({ username: queryText, channel: queryWhole })
export type LogFilters = z.output<typeof allFilters>

export const logApi = {
  self: endpoint('user', 'GET /api/log/self', {
    summary: "The caller's own usage log",
    query: ownFilters,
    data: pageOf(logRow),
  }),
  list: endpoint('admin', 'GET /api/log/', {
    summary: 'The usage log of everyone',
    query: allFilters,
    data: pageOf(logRow),
  }),
  clear: endpoint('root', 'DELETE /api/log/', {
    summary: 'Delete the rows older than a time; answers how many. Balances and the audit log stay',
    query: z.object({ target_timestamp: queryWhole }),
    data: z.int(),
  }),
}
