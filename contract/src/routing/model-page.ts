import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listedModel } from '../money/pricing.ts'
import { channelHealths } from './channel.ts'
import { recentRequests } from './route-explain.ts'

/** The spans that a model's figures are given for, in hours. */
export const modelSpans = ['24', '168'] as const
export type ModelSpan = (typeof modelSpans)[number]

/** The newest successful requests that times are taken from, at most. */
export const modelSampleMax = 500

/** Milliseconds of the sampled requests: half, and 95 of a hundred, took at most so long. */
const percentiles = z.object({ p50: z.int(), p95: z.int(), count: z.int() })
export type Percentiles = z.infer<typeof percentiles>

/** One kind of failure among the newest failed requests of the model. */
const failureKindCount = z.object({
  /** The error code that clients got, such as `upstream_rate_limited` or `insufficient_user_quota`. */
  code: z.string(),
  status: z.int(),
  count: z.int(),
  last_at: z.int(),
  /** The gateway refused the request before any channel was tried. */
  is_refusal: z.boolean(),
})
export type FailureKindCount = z.infer<typeof failureKindCount>

const servingChannel = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  status: z.int(),
  health: z.enum(channelHealths),
  groups: z.array(z.string()),
  priority: z.int(),
  weight: z.int(),
  /** The upstream's name of the model; empty where it is the same. */
  upstream_model: z.string(),
  recent: recentRequests.nullable(),
  /** The requests of the model on the channel within the span. */
  requests: z.int(),
  failed: z.int(),
  quota: z.int(),
})
export type ServingChannel = z.infer<typeof servingChannel>

const modelPage = z.object({
  name: z.string(),
  /** The row of the price list; null without a price, and where no enabled channel serves the model. */
  price: listedModel.nullable(),
  /** The ratio of each group that the reader may use. */
  group_ratio: z.record(z.string(), z.number()),
  /** The virtual models that contain it and that the reader may use. */
  virtual_models: z.array(z.string()),
  /** Percentage of the requests within the span that a channel served, without refusals of the gateway; null without any. */
  success_rate: z.number().nullable(),
  latency: percentiles.nullable(),
  first_token: percentiles.nullable(),
  /** For administrators; null for others. */
  traffic: z.object({ requests: z.int(), failed: z.int(), refused: z.int(), quota: z.int() }).nullable(),
  failures: z.array(failureKindCount).nullable(),
  /** At most 200, those with the highest priority. */
  channels: z.array(servingChannel).nullable(),
  left_out: z.int(),
})
export type ModelPage = z.infer<typeof modelPage>

export const modelNameMax = 256

export const modelPageApi = {
  get: endpoint('user', 'GET /api/model', {
    summary:
      'One model: price, virtual models, success rate and times of the last day or week. Administrators also get channels, traffic and kinds of failure; users only models of their groups',
    org: 'any',
    query: z.object({
      name: z.string().trim().min(1).max(modelNameMax),
      hours: z.enum(modelSpans).default('24'),
    }),
    data: modelPage,
  }),
}
