import { z } from 'zod'
import { type BoundsByField, isNumberWithin, isTextWithin, type NumberBounds } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orNothing } from '../left-out.ts'
import { groupNameBounds } from '../names.ts'
import { idParams, pageOf, pageQuery, queryText, queryWhole } from '../page.ts'
import { undoable } from '../system/history.ts'

/**
 * What happens when the list of an upstream changes: `off` never reads it, `propose` only makes proposals, and `follow`
 * changes the models of the channel where the rules allow it.
 */
export const watchModes = ['off', 'propose', 'follow'] as const
export type WatchMode = (typeof watchModes)[number]

/** The outcome of the newest reading. All but `ok` change nothing. */
export const readingResults = [
  'none', // the list was never read
  'ok',
  'failed', // no response, or an error
  'empty',
  'shrunk', // more than half of the names are gone
  'too_long',
] as const
export type ReadingResult = (typeof readingResults)[number]

/** The upstream lists a model that the channel does not serve, or no longer lists one that it serves. */
export const proposalKinds = ['appeared', 'vanished'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** `ignored` is a proposal that was ignored once. It ends when the upstream's list changes back. */
export const proposalStates = ['open', 'ignored'] as const
export type ProposalState = (typeof proposalStates)[number]

/** `accept` adds an appeared model and removes a vanished one; `open` takes back that a proposal was ignored once. */
export const proposalActs = ['accept', 'ignore_once', 'ignore_always', 'open'] as const
export type ProposalAct = (typeof proposalActs)[number]

/** Why an act did nothing about a proposal. */
export const actRefusals = [
  'gone', // there is no such proposal any more
  'done', // the channel serves the appeared model already, or no longer serves the vanished one
  'last_model', // a channel keeps one model
  'no_room', // the channel's list of models is full
] as const
export type ActRefusal = (typeof actRefusals)[number]

/** Stands for any text in a pattern of model names. */
export const patternWildcard = '*'
/** Channels list their models by comma, so a pattern has none. */
export const modelListBounds = {
  hours: { min: 1, max: 24 * 14, decimals: 0 },
  pattern: { charactersMin: 1, lengthMax: 255, pattern: groupNameBounds.pattern },
} satisfies BoundsByField
export const patternsMax = 50
export const wildcardsMax = 8
/** Ignored patterns in total, and those of them that have wildcards. */
export const ignoredMax = 5_000
export const ignoredWithWildcardMax = 200
/** Longer lists are refused. */
export const listedModelsMax = 10_000
const idsMax = 10_000

/** Whether a text is a pattern of model names, with only a few wildcards. */
export const isModelPattern = (text: string) =>
  isTextWithin(modelListBounds.pattern, text) && text.split(patternWildcard).length - 1 <= wildcardsMax

const within = (bounds: NumberBounds) =>
  z.number().refine((value) => isNumberWithin(bounds, value), 'invalid_parameter')
const pattern = z.string().refine(isModelPattern, 'model_pattern_invalid')

/** How the list of an upstream is watched. */
export const watchSetting = z.strictObject({
  mode: z.enum(watchModes),
  /** Hours between two readings. */
  hours: within(modelListBounds.hours),
  /** The names that this is about, as patterns; none means all. Others are neither proposed nor followed. */
  patterns: z.array(pattern).max(patternsMax),
})
export type WatchSetting = z.infer<typeof watchSetting>

/** In force until an administrator sets another. */
export const watchDefault: WatchSetting = { mode: 'off', hours: 24, patterns: [] }

/** A channel, how its upstream's list is watched, and what the newest reading found. */
const watchedChannel = z.object({
  channel_id: z.int(),
  channel_name: z.string(),
  channel_type: z.int(),
  channel_status: z.int(),
  /** Whether upstreams of its type have a list. Without one it is never read. */
  can_list: z.boolean(),
  /** The channel's own setting; null where the one for all holds. */
  own: watchSetting.nullable(),
  /** The setting in force. */
  in_force: watchSetting,
  /** Unix seconds; 0 for never. */
  read_at: z.int(),
  /** When it is read next; 0 where it is not watched or was disabled by an administrator. */
  next_read_at: z.int(),
  result: z.enum(readingResults),
  /** Why the newest reading failed. */
  reason: z.string(),
  /** Names in the newest reading, whether it counted or not. */
  listed: z.int(),
  /** Names in it that cannot be the name of a model here, such as ones with control characters or commas. */
  unusable: z.int(),
  /** Open proposals. */
  appeared: z.int(),
  vanished: z.int(),
})
export type WatchedChannel = z.infer<typeof watchedChannel>

const proposal = z.object({
  id: z.int(),
  channel_id: z.int(),
  channel_name: z.string(),
  channel_status: z.int(),
  kind: z.enum(proposalKinds),
  /** The name that is added to the channel or removed from it. */
  model: z.string(),
  /** The name in the upstream's list, which differs where the channel maps the model. */
  upstream_model: z.string(),
  state: z.enum(proposalStates),
  first_seen_at: z.int(),
  /** Whether calls of the model have a price here. Following never adds a model without one. */
  is_priced: z.boolean(),
  /** The model was added or removed before, by following or by a person, and this was taken back. */
  taken_back: z.boolean(),
})
export type ModelProposal = z.infer<typeof proposal>

const oneOf = <const Words extends readonly string[]>(words: Words) => queryText.pipe(z.enum(words).optional())

const proposalFilter = z.object({
  channel: queryWhole,
  kind: oneOf(proposalKinds),
  /** Open proposals where it is absent. */
  state: oneOf(proposalStates),
  /** A part of the name of the model. */
  keyword: queryText,
})
export type ProposalFilter = z.output<typeof proposalFilter>
const proposalQuery = pageQuery.extend(proposalFilter.shape)
export type ProposalQuery = z.output<typeof proposalQuery>

const channelQuery = pageQuery.extend({
  /** A part of the name of the channel. */
  keyword: queryText,
  /** In force. */
  mode: oneOf(watchModes),
  result: oneOf(readingResults),
})
export type WatchedChannelQuery = z.output<typeof channelQuery>

const positiveId = z.int().positive('invalid_id')
/** Proposals by their ids, or all that match a filter. */
const proposalAct = z
  .object({
    ids: orNothing(z.array(positiveId).min(1).max(idsMax)),
    /** A misspelt filter is refused, because without it the act would be for others too. */
    matching: orNothing(z.strictObject(proposalFilter.shape)),
    act: z.enum(proposalActs),
  })
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), 'invalid_parameter')
export type ProposalsAct = z.output<typeof proposalAct>

const actOutcome = z.object({
  /** How many proposals the act was done for. */
  count: z.int(),
  skipped: z.array(z.object({ id: z.int(), reason: z.enum(actRefusals) })),
  /** The added models without a price: calls of them are refused until one is set. */
  unpriced: z.array(z.string()),
})
export type ActOutcome = z.infer<typeof actOutcome>

const newIgnored = z.object({
  /** 0 for all channels. */
  channel_id: z.int().min(0),
  kind: z.enum(proposalKinds),
  pattern,
})
export type NewIgnored = z.output<typeof newIgnored>
const ignored = newIgnored.extend({
  id: z.int(),
  /** Empty for all channels. */
  channel_name: z.string(),
  actor_name: z.string(),
  created_at: z.int(),
})
export type IgnoredPattern = z.infer<typeof ignored>

export const modelListApi = {
  setting: endpoint('admin', 'GET /api/model-list/setting', {
    summary: 'How the model lists of providers are watched where a channel has no setting of its own',
    data: watchSetting,
  }),
  saveSetting: endpoint('admin', 'PUT /api/model-list/setting', {
    summary: 'Set how the model lists of providers are watched where a channel has no setting of its own',
    body: watchSetting,
    data: watchSetting,
  }),
  channels: endpoint('admin', 'GET /api/model-list/channels', {
    summary: 'Channels, how the model lists of their providers are watched, and what the newest readings found',
    query: channelQuery,
    data: pageOf(watchedChannel),
  }),
  saveChannels: endpoint('admin', 'PUT /api/model-list/channels', {
    summary: 'Set how the model lists of several channels are watched; null: by the setting for all. Returns how many',
    body: z.object({ ids: z.array(positiveId).min(1).max(idsMax), setting: watchSetting.nullable() }),
    data: z.int(),
  }),
  read: endpoint('admin', 'POST /api/model-list/read', {
    summary: 'Read the model list of a provider now; with accept_shrunk also where more than half of it is gone',
    body: z.object({ channel_id: positiveId, accept_shrunk: z.boolean().default(false) }),
    data: watchedChannel,
    /** Of what following changed. */
    beside: undoable,
  }),
  proposals: endpoint('admin', 'GET /api/model-list/proposals', {
    summary: 'Models that appeared in the lists of providers or vanished from them, newest first',
    query: proposalQuery,
    data: pageOf(proposal),
    /** Of all channels and states, whatever the filter. */
    beside: z.object({ counts: z.object({ appeared: z.int(), vanished: z.int(), ignored: z.int() }) }),
  }),
  act: endpoint('admin', 'POST /api/model-list/proposals/act', {
    summary: 'Accept several proposals, or ignore them once or always; undone like any other act on channels',
    body: proposalAct,
    data: actOutcome,
    beside: undoable,
  }),
  ignored: endpoint('admin', 'GET /api/model-list/ignored', {
    summary: 'Names and patterns of models that are never proposed, newest first',
    query: pageQuery,
    data: pageOf(ignored),
  }),
  ignore: endpoint('admin', 'POST /api/model-list/ignored', {
    summary: 'Never propose models whose names match a pattern, of one channel or of all (channel_id 0)',
    body: newIgnored,
    data: ignored,
  }),
  removeIgnored: endpoint('admin', 'DELETE /api/model-list/ignored/{id}', {
    summary: 'Propose models that match the pattern again',
    params: idParams,
  }),
}
