import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { queryWhole } from '../page.ts'

/** The phase of a running call, in the order in which a call passes them. */
export const phases = ['reading', 'queue', 'waiting', 'first_token', 'streaming', 'settling'] as const
export type Phase = (typeof phases)[number]

/** The most calls that one process shows, the oldest first; more are counted. */
export const shownCallsMax = 2000
/** The most calls of all processes that one response lists. */
export const listedCallsMax = 200
/** Characters of a model's name that are shown. */
export const liveModelMax = 200

/** A running call. */
export const liveCall = z.object({
  /** '' while its request is read. */
  request_id: z.string(),
  user_id: z.int(),
  username: z.string(),
  /** The organisation that pays, and its name; absent where the user does. */
  account_id: z.int().optional(),
  account: z.string().optional(),
  /** 0 in the playground. */
  token_id: z.int(),
  token_name: z.string(),
  group: z.string(),
  model: z.string(),
  /** The channel that it was sent to last, or 0. */
  channel_id: z.int(),
  /** How many channels it was sent to. */
  attempts: z.int(),
  phase: z.enum(phases),
  /** Milliseconds since its first byte. */
  ms: z.int(),
  request_bytes: z.int(),
  answer_bytes: z.int(),
  /** Estimated. */
  prompt_tokens: z.int(),
  answer_tokens: z.int(),
  /** The charge of what was delivered so far, estimated. */
  cost: z.int(),
  held: z.int(),
  can_cancel: z.boolean(),
})
export type LiveCall = z.infer<typeof liveCall>

/** A channel with running calls, or one that the query names. */
const liveChannel = z.object({ id: z.int(), name: z.string(), status: z.int(), calls: z.int() })
export type LiveChannel = z.infer<typeof liveChannel>

const word = z.string().max(200).default('')
const channelIds = z
  .string()
  .regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14}){0,49})?$/, 'invalid_id')
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').map(Number)))

const liveQuery = z.object({
  /** A part of the name of the user or of the organisation, or the id of one of them. */
  username: word,
  /** A part of the token's name. */
  token_name: word,
  /** A part of the model's name. */
  model_name: word,
  /** A part of the channel's name, or the channel's id. */
  channel: word,
  /** Comma separated ids of channels that are listed even when they have no calls. */
  watch: channelIds,
  /** How many calls are listed. */
  limit: queryWhole.transform((limit) => Math.min(Math.max(0, limit ?? listedCallsMax), listedCallsMax)),
})
export type LiveQuery = z.output<typeof liveQuery>

export const liveCallsApi = {
  list: endpoint('admin', 'GET /api/live/', {
    summary: 'The calls that are running now, over all instances, the longest first',
    query: liveQuery,
    data: z.object({
      calls: z.array(liveCall),
      /** How many match the filters. */
      matching: z.int(),
      /** How many are running. */
      total: z.int(),
      channels: z.array(liveChannel),
      /** How many processes have reported. */
      processes: z.int(),
    }),
  }),
  cancel: endpoint('admin', 'POST /api/live/cancel', {
    summary: 'End a running call: its client gets an error, and what it received is charged',
    body: z.object({ request_id: z.string().min(1).max(64) }),
  }),
}
