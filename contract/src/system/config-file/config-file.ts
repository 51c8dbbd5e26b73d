import { z } from 'zod'
import type { TextBounds } from '../../bounds.ts'
import { priceSourceDefaults, priceSourceFields, priceSourcesMax } from '../../money/price-sources.ts'
import { isModelTiers, type ModelTiers } from '../../money/price-tiers.ts'
import { groupNameBounds, modelNameBounds } from '../../names.ts'
import { ratioBounds } from '../../quota.ts'
import { usualFallbacks, virtualMember, virtualModel, virtualModelsMax } from '../../routing/virtual-models.ts'
import { faqEntriesMax, faqFields, isFaqComplete } from '../faq.ts'
import { fileChannel } from './file-channel.ts'
import { fileOptions } from './file-options.ts'
import { secretReference } from './secret-reference.ts'

const named = (bounds: TextBounds & { pattern: RegExp }) =>
  z
    .string()
    .max(bounds.lengthMax ?? Number.MAX_SAFE_INTEGER)
    .regex(bounds.pattern, 'config_name_wrong')
const amount = z.number().min(ratioBounds.min).max(ratioBounds.max)

/** The ratios of a group. Users can choose a group for their tokens that has a description. */
const fileGroup = z
  .strictObject({
    ratio: amount.optional(),
    description: z.string().optional(),
    topup_ratio: amount.optional(),
  })
  .refine((group) => Object.keys(group).length > 0, 'config_entry_empty')
export type FileGroup = z.infer<typeof fileGroup>

const priceAmount = amount.nullable().optional()

/** How a model's price differs from the built-in one. Null takes the built-in amount away. */
const filePrice = z
  .strictObject({
    /** 1 is 2 dollars for a million input tokens. */
    ratio: priceAmount,
    /** Output costs this many times as much as input. */
    completion_ratio: priceAmount,
    /** Dollars per call, in place of a price by tokens. */
    price: priceAmount,
    cache_ratio: priceAmount,
    create_cache_ratio: priceAmount,
    image_ratio: priceAmount,
    image_completion_ratio: priceAmount,
    audio_ratio: priceAmount,
    audio_completion_ratio: priceAmount,
    tiers: z.custom<ModelTiers>(isModelTiers).nullable().optional(),
  })
  .refine((price) => Object.keys(price).length > 0, 'config_entry_empty')
export type FilePrice = z.infer<typeof filePrice>

const virtualFields = virtualModel.shape
const fileVirtualModel = z.strictObject({
  name: virtualFields.name,
  description: virtualFields.description.default(''),
  mode: virtualFields.mode.default('order'),
  /** Empty: every group. */
  groups: virtualFields.groups.default([]),
  is_enabled: virtualFields.is_enabled.default(true),
  members: z.array(virtualMember.extend({ weight: virtualMember.shape.weight.default(1) })).min(1),
  fallback_on: virtualFields.fallback_on.default([...usualFallbacks]),
})
export type FileVirtualModel = z.output<typeof fileVirtualModel>
export type WrittenVirtualModel = z.input<typeof fileVirtualModel>

/** A price source. An address with a query may hold credentials, so it is exported as a secret. */
const filePriceSource = z.strictObject({
  ...priceSourceFields,
  address: z.union([secretReference, priceSourceFields.address]),
  is_enabled: priceSourceFields.is_enabled.default(priceSourceDefaults.is_enabled),
  interval_hours: priceSourceFields.interval_hours.default(priceSourceDefaults.interval_hours),
  models: priceSourceFields.models.default(priceSourceDefaults.models),
  patterns: priceSourceFields.patterns.default(priceSourceDefaults.patterns),
  factor: priceSourceFields.factor.default(priceSourceDefaults.factor),
  group: priceSourceFields.group.default(priceSourceDefaults.group),
  recharge_factor: priceSourceFields.recharge_factor.default(priceSourceDefaults.recharge_factor),
  apply_percent: priceSourceFields.apply_percent.default(priceSourceDefaults.apply_percent),
})
export type FilePriceSource = z.output<typeof filePriceSource>
export type WrittenPriceSource = z.input<typeof filePriceSource>

const fileFaqEntry = z
  .strictObject({
    question: faqFields.question.default(''),
    answer: faqFields.answer.default(''),
    question_zh: faqFields.question_zh.default(''),
    answer_zh: faqFields.answer_zh.default(''),
  })
  .refine(isFaqComplete, 'faq_entry_incomplete')
export type WrittenFaqEntry = z.input<typeof fileFaqEntry>

export const configFileVersion = 1
const channelsMax = 10_000

/**
 * The configuration of an installation as one file: its channels, groups, prices, price sources, virtual models, questions and options.
 * What a file does not name stays as it is; with `prune`, what a section does not name is removed.
 */
export const configFile = z.strictObject({
  turnpike: z.literal(configFileVersion),
  options: fileOptions.default({}),
  groups: z.record(named(groupNameBounds), fileGroup).optional(),
  prices: z.record(named(modelNameBounds), filePrice).optional(),
  price_sources: z.array(filePriceSource).max(priceSourcesMax).optional(),
  channels: z.array(fileChannel).max(channelsMax).optional(),
  virtual_models: z.array(fileVirtualModel).max(virtualModelsMax).optional(),
  faq: z.array(fileFaqEntry).max(faqEntriesMax).optional(),
})
export type ConfigFile = z.output<typeof configFile>
/** As it is written: members with their default are left out. */
export type WrittenConfigFile = z.input<typeof configFile>

/** The schema by which editors check and complete a file. */
export const configFileJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(configFile, { io: 'input', unrepresentable: 'any' }),
  title: 'Turnpike configuration',
})
