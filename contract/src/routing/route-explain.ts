import { z } from 'zod'
import type { BoundsByField } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orElse, orNothing } from '../left-out.ts'
import { channelAttempt } from './channel-attempts.ts'

/** The paths that can be explained. */
export const routePaths = [
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/messages',
  '/v1/responses',
  '/v1/responses/compact',
  '/v1beta/models/{model}:generateContent',
  '/v1/embeddings',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
  '/v1/realtime',
] as const
export type RoutePath = (typeof routePaths)[number]

/** The checks of the relay before it sends a call, in this order. */
export const routeSteps = ['caller', 'group', 'model', 'route', 'price', 'balance', 'cost', 'channel'] as const
export type RouteStep = (typeof routeSteps)[number]

/** Why a channel is not used, or not first. */
export const routeReasons = [
  'disabled', // by an administrator
  'auto_disabled', // after a failure
  'no_keys', // all its keys are disabled
  'no_proxy', // its proxy was deleted or cannot be read
  'unknown_type', // this version does not know its type
  'retired', // the upstream has shut down
  'other_group',
  'model_not_listed', // it has the model under a shorter name, and another channel has exactly this one
  'not_pinned', // the call names another channel
  'path_unsupported', // its provider cannot serve this path
  'below_cost', // it costs more than the caller pays
  'prompt_too_large',
  'keys_off', // all its keys were disabled a moment ago
  'paused',
  'keys_paused', // all its keys are paused
  'lower_priority',
  'not_best', // another channel of its priority is faster or cheaper
  'trial', // its pause is over, and one call tries it
  'at_limit', // a limit of its own is used up now: the call goes elsewhere, or waits
  'not_tried', // the attempts of a call ended before
  'passes_on', // its provider cannot chat: the call goes on to the next channel
] as const
export type RouteReason = (typeof routeReasons)[number]

/** `first`: the first attempt may go there. `later`: only a further attempt may. `never`: this call does not go there. */
export const routeStates = ['first', 'later', 'never'] as const
export type RouteState = (typeof routeStates)[number]

/** Notes about the choice. */
export const routeNotes = [
  'sticky', // conversations stay on the channel of their last call
  'measured', // one call in ten is spread by weight
  'addresses', // the token allows some addresses only; the address of a call is not known here
  'minute_of_sound', // the price is that of a recording of one minute
  'drawn_model', // the models behind the name are drawn by weight
  'beyond_retries', // some channels would be reached by more retries only
] as const

export const routeExplainBounds = {
  model: { charactersMin: 1, lengthMax: 256 },
  prompt_tokens: { min: 0, max: 10_000_000, decimals: 0 },
  output_tokens: { min: 1, max: 10_000_000, decimals: 0 },
} satisfies BoundsByField

const id = z.int('invalid_id').positive('invalid_id')
const whole = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)

const reason = z.object({
  code: z.enum(routeReasons),
  /** Why it was paused or disabled, where that is known. */
  text: z.string(),
  /** The end of a pause, or when a full channel has room again, in unix seconds; 0 where that is unknown. */
  until: z.int(),
})
export type ExplainedReason = z.infer<typeof reason>

const explainedKey = z.object({
  id: z.int(),
  hint: z.string(),
  state: z.enum(['open', 'paused', 'disabled', 'auto_disabled']),
  text: z.string(),
  until: z.int(),
  /** Percentage of the calls that go to the channel. */
  chance: z.number(),
})

/** The newest requests of the model within the last hour. */
export const recentRequests = z.object({
  total: z.int(),
  failed: z.int(),
  /** The newest failure; null without one, and for users. */
  last: channelAttempt.pick({ at: true, outcome: true, status: true }).nullable(),
})
export type RecentRequests = z.infer<typeof recentRequests>

const explainedChannel = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  groups: z.array(z.string()),
  priority: z.int(),
  weight: z.int(),
  state: z.enum(routeStates),
  /** Its rank among the priorities, from 1; 0 where the call does not reach it. */
  tier: z.int(),
  /** Percentage of the first attempts. */
  chance: z.number(),
  /** The first attempt that may go there, from 1; 0 where none does. */
  from_try: z.int(),
  reasons: z.array(reason),
  /** The upstream's name of the model; empty where it is the same. */
  upstream_model: z.string(),
  /** Its own proxy without the password, or the name of one in the list; empty where it has none. */
  proxy: z.string(),
  /** What its upstream takes for a call of this size, in quota; null where that is unknown. */
  cost: z.int().nullable(),
  /** How long its newest calls took on this instance; null where nothing is known. */
  median_ms: z.number().nullable(),
  /** Null without a request of the model in the last hour. */
  recent: recentRequests.nullable(),
  keys: z.array(explainedKey),
})
export type ExplainedChannel = z.infer<typeof explainedChannel>
export type ExplainedKey = z.infer<typeof explainedKey>

const explanation = z.object({
  model: z.string(),
  /**
   * Of a virtual model: those of its models that fit the call, in the order in which they are tried; the rest of the
   * explanation is about the first of them. Null for an ordinary model.
   */
  served_by: z.array(z.string()).nullable(),
  group: z.string(),
  path: z.enum(routePaths),
  prompt_tokens: z.int(),
  /** Null: the call would be sent. */
  refusal: z
    .object({
      step: z.enum(routeSteps),
      code: z.string(),
      status: z.int(),
      /** The message that the client gets. */
      en: z.string(),
      zh: z.string(),
    })
    .nullable(),
  /** In quota; null is more than any balance can hold. */
  price: z
    .object({
      kind: z.enum(['tokens', 'call']),
      /** A million tokens of text; 0 for a price per call. */
      input: z.int().nullable(),
      output: z.int().nullable(),
      /** One call; 0 for a price by tokens. */
      call: z.int().nullable(),
      /** The amount that is held for a call of this size. */
      hold: z.int().nullable(),
      group_ratio: z.number(),
    })
    .nullable(),
  /**
   * The amount that the payer can spend, in quota; null without a payer, for members who may not see the balance of
   * their organisation, and for a token without a limit.
   */
  balance: z.object({ user: z.int(), token: z.int().nullable() }).nullable(),
  /** How many channels could serve the call. */
  able: z.int(),
  /** The newest requests on the channels of the first attempt; null without one in the last hour. */
  recent: recentRequests.nullable(),
  /** How channels of one priority are compared, and how many attempts a call has. */
  choice: z.enum(['weight', 'latency', 'cost']),
  tries: z.int(),
  notes: z.array(z.enum(routeNotes)),
  /** For administrators; null for others. At most 500, those that are used first. */
  channels: z.array(explainedChannel).nullable(),
  /** How many channels are not listed. */
  left_out: z.int(),
})
export type RouteExplanation = z.infer<typeof explanation>

export const routeExplainApi = {
  explain: endpoint('user', 'POST /api/route/explain', {
    summary:
      'What would happen to a call: the refusal, or the channels it may go to and why others are left out. Nothing is sent or charged. Users see it for their own tokens, without channels',
    changes: false,
    org: 'call',
    body: z.object({
      /** The caller: a token, or a user from the playground. Without both, a group or else the signed-in user. */
      token_id: orNothing(id),
      user_id: orNothing(id),
      group: orNothing(z.string().max(64)),
      model: z.string().trim().min(routeExplainBounds.model.charactersMin).max(routeExplainBounds.model.lengthMax),
      path: orElse(z.enum(routePaths), '/v1/chat/completions'),
      prompt_tokens: orElse(whole(routeExplainBounds.prompt_tokens), 1000),
      /** The request's own limit of output, where it has one. */
      output_tokens: orNothing(whole(routeExplainBounds.output_tokens)),
      /** The one channel that the call names, as administrators can. */
      channel_id: orNothing(id),
    }),
    data: explanation,
  }),
}
