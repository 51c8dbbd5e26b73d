import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isModelTiers, type ModelTiers } from './price-tiers.ts'

/** The group of visitors, and of accounts that were given no other. */
export const defaultGroup = 'default'

/** How the calls of a model are charged. */
export const quotaType = { tokens: 0, call: 1 } as const

/** What a cache write for an hour costs against one for five minutes. */
export const cacheHourFactor = 1.6

/** The kinds of request that a model can be called by: the dialects of chats first. */
export const endpointTypes = [
  'openai',
  'responses',
  'anthropic',
  'gemini',
  'completions',
  'embeddings',
  'images',
  'speech',
  'transcriptions',
  'realtime',
  'rerank',
  'moderations',
] as const
export type EndpointType = (typeof endpointTypes)[number]

/** What a model is for, and what its price says it can do besides. */
export const modelTags = [
  'chat',
  'completion',
  'image',
  'speech',
  'transcription',
  'realtime',
  'embedding',
  'rerank',
  'moderation',
  'task',
  'caching',
  'audio',
  'long_context',
] as const
export type ModelTag = (typeof modelTags)[number]

/** The ratios of a row are those of the price book; the group's ratio is not in them. */
const pricedModel = z.object({
  model_name: z.string(),
  quota_type: z.enum(quotaType),
  model_price: z.number(), // dollars per call; 0 for models charged by tokens
  model_ratio: z.number(), // 0, like the completion ratio, for models charged per call
  completion_ratio: z.number(),
  enable_groups: z.array(z.string()),
  owner_by: z.literal(''), // clients of this family expect the member; the vendor is below
  vendor: z.string(), // empty where the price book does not name one
  tags: z.array(z.enum(modelTags)),
  supported_endpoint_types: z.array(z.enum(endpointTypes)),
  /**
   * Set where calls are charged by characters, minutes or seconds: a character counts as one token, a minute of sound
   * as a thousand; the price of a video is per second.
   */
  counted_by: z.enum(['character', 'minute', 'second']).optional(),
  // Multiples of the input price, where the price book has one for the model.
  cache_ratio: z.number().optional(),
  create_cache_ratio: z.number().optional(),
  cache_write_ratio: z.number().optional(), // the same, under the name of earlier versions
  image_ratio: z.number().optional(),
  image_completion_ratio: z.number().optional(), // of generated pictures
  audio_ratio: z.number().optional(),
  audio_completion_ratio: z.number().optional(), // a multiple of the price of audio input
  /** What changes the price from call to call; as an expression in the members that clients of this family read. */
  tiers: z.custom<ModelTiers>(isModelTiers).optional(),
  billing_mode: z.literal('tiered_expr').optional(),
  billing_expr: z.string().optional(),
  context: z.int().optional(),
  max_output: z.int().optional(),
})
const memberPrice = pricedModel.pick({
  model_name: true,
  quota_type: true,
  model_price: true,
  model_ratio: true,
  completion_ratio: true,
  cache_ratio: true,
  tiers: true,
})
export type MemberPrice = z.infer<typeof memberPrice>

/** The price of a model after a scheduled change that makes some part of it higher. */
const upcomingPrice = pricedModel
  .pick({
    quota_type: true,
    model_price: true,
    model_ratio: true,
    completion_ratio: true,
    cache_ratio: true,
    create_cache_ratio: true,
    image_ratio: true,
    image_completion_ratio: true,
    audio_ratio: true,
    audio_completion_ratio: true,
    tiers: true,
  })
  .extend({ effective_at: z.int(), members: z.array(memberPrice).optional() })
export type UpcomingPrice = z.infer<typeof upcomingPrice>

export const listedModel = pricedModel.extend({
  /**
   * Of a virtual model: its models. A call costs as much as the model that serves it. The figures beside them are those
   * of the first.
   */
  members: z.array(memberPrice).optional(),
  /** The next scheduled increase. */
  upcoming: upcomingPrice.optional(),
})
export type PricedModel = z.infer<typeof listedModel>

const pricingGroups = z.object({
  group_ratio: z.record(z.string(), z.number()),
  usable_group: z.record(z.string(), z.string()),
})
/** The groups that the caller may use: ratios, and descriptions. */
export type PricingGroups = z.infer<typeof pricingGroups>

const numbers = z.record(z.string(), z.number())
const texts = z.record(z.string(), z.string())
/** The whole price book by member. The amounts are those of a row of the price list, for the model of each name. */
const ratioConfig = z.object({
  model_price: numbers,
  model_ratio: numbers,
  completion_ratio: numbers,
  cache_ratio: numbers,
  create_cache_ratio: numbers,
  image_ratio: numbers,
  image_completion_ratio: numbers,
  audio_ratio: numbers,
  audio_completion_ratio: numbers,
  billing_mode: texts,
  billing_expr: texts,
})
export type RatioConfig = z.infer<typeof ratioConfig>

/** As many names as the lists of several upstreams together. */
const unpricedMax = 10_000

export const pricingApi = {
  list: endpoint('guest', 'GET /api/pricing', {
    summary: 'Every model that can be called, with its price; beside them the groups the caller may use',
    org: 'any',
    data: z.array(listedModel),
    beside: pricingGroups,
  }),
  ratioConfig: endpoint('public', 'GET /api/ratio_config', {
    summary: 'Every price of the price book, for other gateways to read; refused unless the administrator allows it',
    data: ratioConfig,
  }),
  unpriced: endpoint('admin', 'POST /api/pricing/unpriced', {
    summary:
      'Which models have no price, so that calls of them are refused: of the given models, or of all that enabled channels serve',
    changes: false,
    body: z.object({ models: z.array(z.string()).max(unpricedMax).optional() }),
    data: z.array(z.string()),
  }),
}
