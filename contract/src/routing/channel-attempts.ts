import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The kinds of upstream failure. The relay decides by the kind what is retried; the console describes it in words. */
export const failureKinds = [
  'bad_key', // the key is invalid
  'no_balance', // the upstream account has no money left
  'no_permission', // this account may not use this model or region
  'no_model', // this upstream does not know the model
  'rate_limited',
  'overloaded', // a fault of the upstream itself: 5xx
  'timeout', // the upstream may have done the work: never sent again
  'network', // no connection, or one that broke before a response
  'bad_request', // the client's fault, on any upstream
  'content_refused',
  'too_long',
  'bad_response', // a status of 200 with a body that cannot be read
  'unsupported', // this upstream cannot express the request
] as const
export type FailureKind = (typeof failureKinds)[number]

const ofRequest: ReadonlySet<string> = new Set<FailureKind>([
  'bad_request',
  'content_refused',
  'too_long',
  'unsupported',
])
/** Whether a failure concerns the request alone: any channel of the type would have refused it. */
export const isOfRequest = (outcome: FailureKind | 'ok'): boolean => ofRequest.has(outcome)
/** Whether an attempt failed because of its channel. */
export const isFailedAttempt = (outcome: FailureKind | 'ok'): boolean => outcome !== 'ok' && !ofRequest.has(outcome)

/** How many attempts are kept of each channel. */
export const attemptsMax = 50

/** One relayed call on one channel. A call that was retried is an attempt on each channel it was sent to. */
export const channelAttempt = z.object({
  /** Unix seconds. */
  at: z.int(),
  /** Milliseconds until the first output, or until the failure. */
  ms: z.int(),
  outcome: z.enum(['ok', ...failureKinds]),
  /** The HTTP status of a failure, or 0. */
  status: z.int(),
  model: z.string(),
})
export type ChannelAttempt = z.infer<typeof channelAttempt>

/** The requests of a channel in the last 24 hours, and what users were charged for them. */
const channelTraffic = z.object({
  requests: z.int(),
  /** Requests that this channel was the last to fail. Refusals before a channel was chosen are not among them. */
  failed: z.int(),
  quota: z.int(),
})
export type ChannelTraffic = z.infer<typeof channelTraffic>

const idsMax = 100
const listQuery = z.object({
  /** Comma separated. */
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'invalid_id')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= idsMax, 'invalid_parameter'),
})

/** Requests of which some failed. */
const failureCount = z.object({
  total: z.int(),
  failed: z.int(),
  /** The last failure, in unix seconds; 0 where none is known. */
  last_at: z.int(),
})

/** How many failing channels are named. */
export const failingShownMax = 200

/** A channel that is failing and that no administrator has disabled. */
const failingChannel = z.object({
  id: z.int(),
  name: z.string(),
  status: z.int(),
  /** When it last failed, by a request or a test, in unix seconds; 0 where that is unknown. */
  last_at: z.int(),
  /** How many models it lists. */
  models: z.int(),
  /** The model with the most failed requests of the last hour on it; null without any. */
  worst: failureCount.extend({ model: z.string() }).nullable(),
})
export type FailingChannel = z.infer<typeof failingChannel>

const failingSummary = z.object({
  count: z.int(),
  /** The first of them, by id. */
  channels: z.array(failingChannel),
  /**
   * The model with the most requests that failed on one of these channels, and their share in the last hour. The counts
   * are those of the stored attempts.
   */
  affected: failureCount.extend({ model: z.string(), percent: z.number() }).nullable(),
})
export type FailingSummary = z.infer<typeof failingSummary>

export const channelAttemptApi = {
  list: endpoint('admin', 'GET /api/channel/attempts', {
    summary: `The last ${attemptsMax} relayed attempts of up to ${idsMax} channels, the newest last, and their traffic of 24 hours`,
    query: listQuery,
    data: z.array(z.object({ channel_id: z.int(), attempts: z.array(channelAttempt), traffic: channelTraffic })),
  }),
  failing: endpoint('admin', 'GET /api/channel/failing', {
    summary:
      'The channels that fail now, the model whose calls they affect most, and whether calls were sold below cost in the last day',
    data: failingSummary.extend({ below_cost: z.boolean() }),
  }),
}
