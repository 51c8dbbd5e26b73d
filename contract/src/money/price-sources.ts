import { z } from 'zod'
import {
  type BoundsByField,
  isNumberWithin,
  isTextWithin,
  type NumberBounds,
  noControlCharacters,
  type TextBounds,
} from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { groupNameBounds } from '../names.ts'
import { idParams, pageOf, pageQuery, queryText, queryWhole } from '../page.ts'
import { isWebAddress } from '../web-address.ts'
import { badPriceReasons, effectiveAt, priceAmounts, priceListFormats, priceSums } from './price-book.ts'

/** The models of a list that a source is used for. */
export const sourceModels = ['served', 'patterns', 'all'] as const
export type SourceModels = (typeof sourceModels)[number]

export const priceSourcesMax = 50
/** A pattern is a model name in which `*` stands for any characters. One that begins with `!` excludes models. */
export const sourcePatternsMax = 100
/** The range within which prices are applied without a decision: per cent in total within seven days. */
export const applyPercentMax = 20

export const priceSourceBounds = {
  name: { charactersMin: 1, charactersMax: 60, pattern: noControlCharacters },
  interval_hours: { min: 1, max: 720, decimals: 0 },
  /** Prices here are those of the list, multiplied by this. */
  factor: { min: 0.000001, max: 1000, decimals: 6 },
  /** Of a gateway: the dollars that are paid for a dollar of its balance. */
  recharge_factor: { min: 0.000001, max: 1000, decimals: 6 },
  /** 0: every price is a proposal. */
  apply_percent: { min: 0, max: applyPercentMax, decimals: 2 },
} satisfies BoundsByField
export const sourcePatternBounds = {
  charactersMin: 1,
  charactersMax: 256,
  pattern: noControlCharacters,
} satisfies TextBounds

const within = (bounds: NumberBounds) =>
  z.number().refine((value) => isNumberWithin(bounds, value), 'invalid_parameter')
const text = (bounds: TextBounds) => z.string().refine((value) => isTextWithin(bounds, value), 'invalid_parameter')

export const priceSourceFields = {
  name: text(priceSourceBounds.name),
  kind: z.enum(priceListFormats),
  address: z.string().max(2048).refine(isWebAddress, 'invalid_parameter'),
  is_enabled: z.boolean(),
  interval_hours: within(priceSourceBounds.interval_hours),
  models: z.enum(sourceModels),
  patterns: z.array(text(sourcePatternBounds)).max(sourcePatternsMax),
  factor: within(priceSourceBounds.factor),
  /** Of a gateway's price page: the group whose ratio multiplies the prices; empty for none. */
  group: z.string().refine((name) => name === '' || isTextWithin(groupNameBounds, name), 'invalid_parameter'),
  recharge_factor: within(priceSourceBounds.recharge_factor),
  apply_percent: within(priceSourceBounds.apply_percent),
}
export const priceSourceDefaults = {
  is_enabled: true,
  interval_hours: 24,
  models: 'served',
  patterns: [],
  factor: 1,
  group: '',
  recharge_factor: 1,
  apply_percent: 0,
} satisfies { [Field in keyof typeof priceSourceFields]?: z.output<(typeof priceSourceFields)[Field]> }
const hasPatterns = ({ models, patterns }: { models: SourceModels; patterns: readonly string[] }) =>
  models !== 'patterns' || patterns.some((pattern) => !pattern.startsWith('!'))

export const newPriceSource = z.strictObject(priceSourceFields).refine(hasPatterns, 'price_source_patterns')
export type NewPriceSource = z.output<typeof newPriceSource>

/** The result of reading a source. Every other result than `done` changed nothing. */
export const sourceResults = [
  'done',
  'unreachable',
  'unreadable', // in no format, or in another one than the source's
  'empty', // without a single price
  'shrunk', // a third of the models of the last good reading are missing; saving the source accepts the shorter list
  'far_off', // a price is beyond a hundred times the old one, or below a hundredth of it
  'group_unknown', // the gateway's list does not have the chosen group
] as const
export type SourceResult = (typeof sourceResults)[number]

/** `models`: rows with a price. `far_off`: models whose price is too far from the old one, at most ten. */
const sourceRun = z.object({
  at: z.int(),
  result: z.enum(sourceResults),
  /** The HTTP status of a response other than 200. */
  status: z.int().optional(),
  models: z.int(),
  /** Of the last good reading. */
  models_before: z.int(),
  same: z.int(),
  applied: z.int(),
  proposed: z.int(),
  far_off: z.array(z.string()),
  /** Rows that could not be used, at most twenty. */
  bad: z.array(z.object({ name: z.string(), reason: z.enum(badPriceReasons) })),
  bad_total: z.int(),
})
export type SourceRun = z.infer<typeof sourceRun>

const priceSource = z.object({
  id: z.int(),
  ...priceSourceFields,
  created_at: z.int(),
  /** Null before the first reading. */
  last_run: sourceRun.nullable(),
  /** Null while the source is switched off. */
  next_run_at: z.int().nullable(),
  /** Proposals of the source that wait for a decision. */
  open: z.int(),
})
export type PriceSource = z.infer<typeof priceSource>

/**
 * `ignored_once`: until the source lists another price. `ignored`: for good. An accepted proposal is in force, or is a
 * change to come.
 */
export const proposalStates = ['open', 'accepted', 'ignored_once', 'ignored'] as const
export type ProposalState = (typeof proposalStates)[number]

/** Why a price was not applied by itself. */
export const proposalReasons = [
  'off', // the source applies nothing by itself
  'new', // the model had no price
  'range', // the change is larger than the range
  'total', // with the changes of the last seven days it is
  'zero', // a price falls to 0
  'cost', // a channel that serves the model would cost more
  'kind', // per call instead of per token, or the reverse
  'part', // a part or tier of the price appears or disappears
  'decided', // a decision about the model came before: an undo, or a change that is to come
] as const
export type ProposalReason = (typeof proposalReasons)[number]

export const proposalSorts = ['effect', 'change', 'model', 'newest'] as const
export type ProposalSort = (typeof proposalSorts)[number]

const proposal = z.object({
  id: z.int(),
  source_id: z.int(),
  source_name: z.string(),
  model: z.string(),
  /** Its name in the list, which may begin with a vendor. */
  listed: z.string(),
  state: z.enum(proposalStates),
  reason: z.enum(proposalReasons),
  /** The prices in force; empty for a model without a price. */
  before: priceAmounts,
  amounts: priceAmounts,
  /** The largest change among the parts of the price, in per cent; null for a model without a price, or from 0. */
  change: z.number().nullable(),
  /** An enabled channel serves the model. */
  is_served: z.boolean(),
  /** The calls of the last seven days, charged again at the new price. */
  effect: priceSums,
  /**
   * Of the channels with a known cost, the one with the lowest margin at the new price: per cent of the price, in the
   * cheapest group of the channel. Null where no cost is known. `before` is null for a model without a price.
   */
  margin: z
    .object({ channel_id: z.int(), channel_name: z.string(), before: z.number().nullable(), after: z.number() })
    .nullable(),
  created_at: z.int(),
  /** 0 and empty while it is open. */
  decided_at: z.int(),
  decided_by: z.string(),
})
export type PriceProposal = z.infer<typeof proposal>

/** `open` takes a decision back, so that the proposal waits again. */
export const proposalActions = ['accept', 'ignore_once', 'ignore', 'open'] as const
export type ProposalAction = (typeof proposalActions)[number]

/** Proposals in one act. */
export const proposalActMax = 500

/** Where applied prices came from: a source by itself, an accepted proposal, or a new version of the shipped table. */
export const appliedOrigins = ['source', 'inbox', 'shipped'] as const
export type AppliedOrigin = (typeof appliedOrigins)[number]

const appliedModel = z.object({
  model: z.string(),
  before: priceAmounts,
  after: priceAmounts,
  is_undone: z.boolean(),
})
const appliedChange = z.object({
  id: z.int(),
  origin: z.enum(appliedOrigins),
  /** Empty for the shipped table. */
  source_name: z.string(),
  /** Of the shipped table: its day. */
  edition: z.string(),
  at: z.int(),
  /** Later than `at` for a change that was accepted from a time on. */
  effective_at: z.int(),
  /** Empty for changes that no person decided. */
  actor_name: z.string(),
  models: z.int(),
  /** In the list the first twenty. */
  changes: z.array(appliedModel),
  /** 0 while nothing of it is undone. */
  undone_at: z.int(),
  undone_by: z.string(),
})
export type AppliedPriceChange = z.infer<typeof appliedChange>
export const appliedChangesShown = 20

const ids = z
  .array(z.int().positive('invalid_id'))
  .min(1, 'invalid_parameter')
  .max(proposalActMax)
  .refine((each) => new Set(each).size === each.length, 'invalid_parameter')

export const priceSourceApi = {
  list: endpoint('root', 'GET /api/price/sources', {
    summary: 'Price sources with their last reading, by name',
    data: z.array(priceSource),
  }),
  create: endpoint('root', 'POST /api/price/sources', {
    summary: 'Create a price source; it is read for the first time within a minute',
    body: newPriceSource,
    data: priceSource,
  }),
  update: endpoint('root', 'PUT /api/price/sources', {
    summary: 'Change a price source',
    body: z
      .strictObject({ id: z.int('id_missing').positive('invalid_id'), ...priceSourceFields })
      .refine(hasPatterns, 'price_source_patterns'),
    data: priceSource,
  }),
  remove: endpoint('root', 'DELETE /api/price/sources/{id}', {
    summary: 'Delete a price source and its proposals; prices in force stay',
    params: idParams,
  }),
  run: endpoint('root', 'POST /api/price/sources/{id}/run', {
    summary: 'Read a price source now; what it lists becomes proposals, or is applied within its range',
    params: idParams,
    data: priceSource,
  }),
  proposals: endpoint('root', 'GET /api/price/proposals', {
    summary: 'Proposed prices: by default those that wait for a decision, the largest effect first',
    query: pageQuery.extend({
      state: z.enum(proposalStates).default('open'),
      source_id: queryWhole,
      /** A part of the name of the model. */
      keyword: queryText,
      sort: z.enum(proposalSorts).default('effect'),
    }),
    data: pageOf(proposal),
  }),
  decide: endpoint('root', 'POST /api/price/proposals', {
    summary:
      'Accept proposed prices, now or from a time on, or ignore them; returns the proposals that changed meanwhile, which are left alone',
    body: z.strictObject({
      ids,
      action: z.enum(proposalActions),
      /** For accepted ones. */
      effective_at: effectiveAt.default(0),
    }),
    data: z.object({
      done: z.int(),
      gone: z.array(z.int()),
      /** The applied change, for its undo. */
      applied_id: z.int().nullable(),
    }),
  }),
  applied: endpoint('root', 'GET /api/price/applied', {
    summary: 'Applied price changes, the newest first',
    query: pageQuery,
    data: pageOf(appliedChange),
  }),
  appliedOne: endpoint('root', 'GET /api/price/applied/{id}', {
    summary: 'An applied price change with all its models',
    params: idParams,
    data: appliedChange,
  }),
  undo: endpoint('root', 'POST /api/price/applied/{id}/undo', {
    summary:
      'Restore the prices from before an applied change; models whose price was changed since are left alone and returned',
    params: idParams,
    data: z.object({ restored: z.array(z.string()), changed: z.array(z.string()) }),
  }),
}
