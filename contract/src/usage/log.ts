import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { serviceTiers } from '../money/price-tiers.ts'
import { pageOf, pageQuery, pageSizeOf, queryText, queryWhole } from '../page.ts'

export const logType = { topUp: 1, consumption: 2, admin: 3, system: 4, failure: 5 } as const

/** In place of a token on the rows of channel tests. Clients of this family translate the text by looking it up. */
export const channelTestName = '模型测试'

/** Rows are counted up to here; beyond it a list has `more`. An export in another order than by time ends here. */
export const logTotalMax = 10_000

/** Costs and orders have no index: a request reads at most this many of the newest rows in its time range. */
export const scannedRowsMax = 1_000_000

/** The figures by which the log is sorted: the charge, the total time, the input and the output tokens. */
export const logSorts = ['cost', 'time', 'input', 'output'] as const
export type LogSort = (typeof logSorts)[number]
export const logOrders = ['desc', 'asc'] as const
export type LogOrder = (typeof logOrders)[number]

const tokenPrice = z.object({
  kind: z.literal('tokens'),
  ratio: z.number(),
  completion_ratio: z.number(),
  /** Why these ratios differ from the model's own: the length of the input, the service tiers, the time of day. */
  tier: z
    .object({
      above: z.int().nullable(),
      services: z.array(z.enum(serviceTiers)),
      time_factor: z.number().nullable(),
    })
    .nullable(),
  /** Count × weight × ratio × group ratio of all lines is the charge. */
  lines: z.array(z.object({ name: z.string(), count: z.int(), weight: z.number() })),
})
const callPrice = z.object({
  kind: z.literal('call'),
  /** Dollars. */
  price: z.number(),
  count: z.number(),
  factors: z.array(z.object({ name: z.string(), value: z.number() })),
})

/** Every factor of a charge, and how the call went. */
export const logDetail = z.object({
  price: z.discriminatedUnion('kind', [tokenPrice, callPrice]),
  group_ratio: z.number(),
  quota_per_unit: z.number(),
  reasoning_tokens: z.int(),
  /** Dollars per 1000 calls of a tool. */
  tools: z.array(z.object({ name: z.string(), count: z.int(), price: z.number() })),
  /** The exact amount was less than the smallest one that is charged. */
  is_minimum: z.boolean(),
  /** Milliseconds since the call began. */
  timing: z
    .object({
      sent: z.int(),
      responded: z.int(),
      first_word: z.int().nullable(),
      total: z.int(),
    })
    .nullable(),
  /** How a stream ended: `done`, `client_gone`, `failed`, `timeout`, `out_of_quota`, `over_limit`, `stopped`. */
  end: z.string().nullable(),
  end_error: z.string().nullable(),
  /** The tokens were counted here, because the upstream reported none or an impossible number. */
  is_counted: z.boolean(),
  path: z.string(),
  conversion: z.array(z.string()),
  /** The requested name, where it is a virtual model, and those of its models that failed before. */
  virtual_model: z.string().nullable(),
  virtual_failed: z.array(z.string()),
  /**
   * For administrators, as the next three. The cost is the upstream's charge in quota, or null where that is unknown.
   */
  upstream_model: z.string().nullable(),
  cost: z.int().nullable(),
  attempts: z.array(z.object({ channel: z.int(), kind: z.string().nullable(), status: z.int().nullable() })),
  /** Of a call with several attempts: channels of the model that were not tried, and why (see the route's reasons). */
  untried: z.array(z.object({ channel: z.int(), reason: z.string() })),
})
export type LogDetail = z.infer<typeof logDetail>

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
  /** The charge of a call; negative in the row of its refund, which is of type `system`. */
  quota: z.int(),
  /** What was given back of the charge. */
  refunded: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  use_time: z.int(),
  is_stream: z.boolean(),
  channel: z.int(),
  token_id: z.int(),
  group: z.string(),
  other: z.string(),
  request_id: z.string(),
  /** The organisation that pays for the call, or whose balance moved; 0 where the user's own did. */
  account_id: z.int().optional(),
  /** The name of that organisation, for administrators. */
  account: z.string().optional(),
  /** What plans paid of the charge; the balance paid the rest. Absent where plans paid nothing. */
  paid_by: z.array(z.object({ plan: z.string(), amount: z.int() })).optional(),
  /** Null for rows of other kinds than calls, and for calls of older versions. */
  detail: logDetail.nullable(),
})
export type LogRow = z.infer<typeof logRow>

/** A pattern is compared with the model of every row in the time range, which takes longer with each wildcard. */
const wildcardsMax = 4
/** The name of a model; with `%`, a pattern in which `%` stands for any text. */
const modelFilter = queryText.refine(
  (text) => text === undefined || (text.length <= 256 && text.split('%').length - 1 <= wildcardsMax),
)

const ownFilters = pageQuery.extend({
  type: queryWhole,
  token_name: queryText,
  model_name: modelFilter,
  group: queryText,
  start_timestamp: queryWhole,
  end_timestamp: queryWhole,
  request_id: queryText,
  /** Rows that cost more than this quota. */
  quota_over: queryWhole,
})
const inOrder = {
  /** Without it the newest row is first. */
  sort: queryText.pipe(z.enum(logSorts).optional()),
  order: queryText.pipe(z.enum(logOrders).default('desc')),
}
const scanned = {
  /** The oldest time that was read, where the limit of `scannedRowsMax` rows cut the time range; otherwise null. */
  searched_from: z.int().nullable(),
}
const logPage = pageOf(logRow).extend({
  /** There are more rows than `total`, which ends at 10,000. */
  more: z.boolean(),
  ...scanned,
})
/** Sum of the filtered rows, and calls and tokens of the last minute. */
const logStat = z.object({
  quota: z.int(),
  rpm: z.int(),
  tpm: z.int(),
  calls: z.int(),
  failures: z.int(),
  /** The part of the failures that were the fault of the request, the key or the balance. */
  refusals: z.int(),
  /** Rows that are no requests, up to `logTotalMax`. */
  events: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  ...scanned,
})
const exportFormat = z.object({ format: z.enum(['csv', 'jsonl']).catch('csv') })
const keyword = z.object({ keyword: queryText })

/** For members who see the calls of all, the calls of one; without effect elsewhere. */
const ofMember = { username: queryText }
const ownSums = ownFilters.extend(ofMember)
/** `account_id`: the organisation that pays. */
const allFilters = ownFilters.extend({ username: queryText, channel: queryWhole, account_id: queryWhole })
const ownList = ownSums.extend(inOrder)
const allList = allFilters.extend(inOrder)
export type LogFilters = z.output<typeof allFilters>
export type LogInOrder = { sort?: LogSort | undefined; order?: LogOrder | undefined }

export const logApi = {
  self: endpoint('user', 'GET /api/log/self', {
    summary: "The caller's own usage log",
    org: 'any',
    query: ownList,
    data: logPage,
  }),
  list: endpoint('admin', 'GET /api/log/', {
    summary: 'The usage log of everyone',
    query: allList,
    data: logPage,
  }),
  selfStat: endpoint('user', 'GET /api/log/self/stat', {
    summary: "Sums of the caller's own calls",
    org: 'any',
    query: ownSums,
    data: logStat,
  }),
  stat: endpoint('admin', 'GET /api/log/stat', {
    summary: 'Sums of the calls of everyone',
    query: allFilters,
    data: logStat,
  }),
  selfExport: endpoint('user', 'GET /api/log/self/export', {
    summary: "The caller's own usage log as a file: CSV or JSON Lines",
    org: 'any',
    query: ownList.extend(exportFormat.shape),
    data: z.unknown(),
    bare: true,
  }),
  export: endpoint('admin', 'GET /api/log/export', {
    summary: 'The usage log of everyone as a file: CSV or JSON Lines',
    query: allList.extend(exportFormat.shape),
    data: z.unknown(),
    bare: true,
  }),
  selfSearch: endpoint('user', 'GET /api/log/self/search', {
    summary: "The caller's newest 100 rows of a type",
    org: 'any',
    query: keyword,
    data: z.array(logRow),
  }),
  search: endpoint('admin', 'GET /api/log/search', {
    summary: 'The newest 100 rows of a type, or whose text begins so',
    query: keyword,
    data: z.array(logRow),
  }),
  ofToken: endpoint('public', 'GET /api/log/token', {
    summary: 'The newest rows of one API key, which is the credential: in `key`, or in the header Authorization',
    anyOrigin: true,
    query: pageQuery.extend({ key: queryText, page_size: pageSizeOf(100) }),
    data: z.array(logRow),
  }),
  clear: endpoint('root', 'DELETE /api/log/', {
    summary: 'Delete the rows older than a time; returns how many. Balances and the audit log stay',
    query: z.object({ target_timestamp: queryWhole }),
    data: z.int(),
  }),
}
