import { z } from 'zod'
import { isTextWithin } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { modelNameBounds } from '../names.ts'
import { idParams } from '../page.ts'
import { isMultiple, isRatio } from '../quota.ts'
import { isWebAddress } from '../web-address.ts'
import { isModelTiers, type ModelTiers } from './price-tiers.ts'

/** The options that decide whether and how a model has a price. */
export const basePriceKeys = ['ModelPrice', 'ModelRatio', 'CompletionRatio'] as const
/** The options that refine a price per token. */
export const finePriceKeys = [
  'CacheRatio',
  'CreateCacheRatio',
  'ImageRatio',
  'ImageCompletionRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'ModelTiers',
] as const
/** The options that hold prices. */
export const priceKeys = [...basePriceKeys, ...finePriceKeys] as const
export type PriceKey = (typeof priceKeys)[number]
/** The options whose value is a number for each model. */
export type RatioKey = Exclude<PriceKey, 'ModelTiers'>
export const ratioKeys = priceKeys.filter((key): key is RatioKey => key !== 'ModelTiers')

const price = z.number().refine(isRatio, 'invalid_parameter')
const ratio = z.number().refine(isMultiple, 'invalid_parameter')
const fineRatio = ratio.nullish()
const tiers = z.custom<ModelTiers>(isModelTiers, 'invalid_parameter')

/**
 * All prices of a model in the price book. A model with neither price nor ratio has no price. An absent base amount is not
 * set; an absent fine one stays as it is, and null removes it, so that the model has the default.
 */
export const priceAmounts = z.strictObject({
  ModelPrice: price.optional(),
  ModelRatio: ratio.optional(),
  CompletionRatio: ratio.optional(),
  CacheRatio: fineRatio,
  CreateCacheRatio: fineRatio,
  ImageRatio: fineRatio,
  ImageCompletionRatio: fineRatio,
  AudioRatio: fineRatio,
  AudioCompletionRatio: fineRatio,
  ModelTiers: tiers.nullish(),
})
export type PriceAmounts = z.infer<typeof priceAmounts>

/** From a change on, the model has exactly these amounts. */
const modelChange = z.object({
  model: z.string().refine((name) => isTextWithin(modelNameBounds, name), 'invalid_parameter'),
  amounts: priceAmounts,
})
export type ModelPriceChange = z.infer<typeof modelChange>

/** Models in one change. */
export const priceChangeMax = 3000
const hasNoModelTwice = (changes: ModelPriceChange[]) =>
  new Set(changes.map(({ model }) => model)).size === changes.length
const changes = z
  .array(modelChange)
  .min(1, 'invalid_parameter')
  .max(priceChangeMax)
  .refine(hasNoModelTwice, 'invalid_parameter')

/** A price change lies at most this far ahead. */
export const priceAheadMaxSeconds = 366 * 86_400
/** Unix seconds; a time that is past, and 0, mean now. */
export const effectiveAt = z.int().min(0)

/** `before`: the prices in force until the change. */
const pendingChange = z.object({
  id: z.int(),
  effective_at: z.int(),
  created_at: z.int(),
  actor_name: z.string(),
  changes: z.array(modelChange.extend({ before: priceAmounts })),
})
export type PendingPriceChange = z.infer<typeof pendingChange>

export const priceSums = z.object({
  calls: z.int(),
  /** The amount that the calls were charged, and the amount at the new prices. */
  quota: z.int(),
  would: z.int(),
})
/** The calls of the changed models in the last days, charged again by the changed prices. */
const whatIf = z.object({
  days: z.int(),
  /** The users who would be told if the changes were scheduled: they use a model that becomes dearer. */
  told: z.int(),
  total: priceSums,
  /** Those with calls. */
  models: z.array(priceSums.extend({ model: z.string() })),
  /** Those with the largest difference. */
  customers: z.array(priceSums.extend({ user_id: z.int(), username: z.string() })),
  customers_total: z.int(),
  /** Calls whose row lacks a figure that the new price needs; they are in no sum. */
  unknown: z.object({ calls: z.int(), quota: z.int() }),
  /** There were more calls than the limit; only the newest ones were computed. */
  is_cut: z.boolean(),
})
export type PriceWhatIf = z.infer<typeof whatIf>

/** The public price lists that can be read, by their format. */
export const priceListFormats = ['litellm', 'models-dev', 'openrouter', 'one-api', 'ratio-config'] as const
export type PriceListFormat = (typeof priceListFormats)[number]

/** Why a row of a list cannot be used. */
export const badPriceReasons = [
  'no_price',
  'not_a_number',
  'negative',
  'out_of_range',
  'input_free',
  'bad_name',
  'not_an_object',
  'expression',
] as const
export type BadPriceReason = (typeof badPriceReasons)[number]

export const priceListBytesMax = 12 * 1024 * 1024

const readList = z.object({
  format: z.enum(priceListFormats),
  rows: z.array(
    modelChange.extend({
      /** Its name in the list, which may begin with a vendor. */
      listed: z.string(),
      /** The prices in force. */
      before: priceAmounts,
      /** An enabled channel serves the model. */
      is_served: z.boolean(),
    }),
  ),
  /** How many models have the same price in the list and in the price book. */
  same: z.int(),
  bad: z.array(z.object({ name: z.string(), reason: z.enum(badPriceReasons) })),
  bad_total: z.int(),
})
export type ReadPriceList = z.infer<typeof readList>

export const priceBookApi = {
  pending: endpoint('root', 'GET /api/price/changes', {
    summary: 'Changes of prices that hold from a later time on, the next one first',
    data: z.array(pendingChange),
  }),
  change: endpoint('root', 'POST /api/price/changes', {
    summary: 'Change prices now, or from a time on; returns the id of a change to come, or null',
    body: z.object({ effective_at: effectiveAt, changes }),
    data: z.object({ id: z.int().nullable() }),
  }),
  edit: endpoint('root', 'PUT /api/price/changes', {
    summary: 'Give a change to come other prices or another time; with a time that is past it holds now',
    body: z.object({ id: z.int('id_missing').positive('invalid_id'), effective_at: effectiveAt, changes }),
  }),
  remove: endpoint('root', 'DELETE /api/price/changes/{id}', {
    summary: 'Drop a change to come',
    params: idParams,
  }),
  readList: endpoint('root', 'POST /api/price/list', {
    summary:
      'Read a public price list, from an address or a text: LiteLLM, models.dev, OpenRouter, or the price page or ratios of a gateway of this family; nothing is saved',
    body: z.union([
      z.strictObject({ address: z.string().max(2048).refine(isWebAddress, 'invalid_parameter') }),
      z.strictObject({ text: z.string().min(2, 'price_list_unreadable').max(priceListBytesMax) }),
    ]),
    data: readList,
  }),
  whatIf: endpoint('root', 'POST /api/price/what-if', {
    summary: 'What the calls of the last seven days would have cost by changed prices, in total and per customer',
    body: z.object({ changes }),
    data: whatIf,
  }),
}
