import { z } from 'zod'
import { type BoundsByField, charactersIn, type NumberBounds } from '../bounds.ts'
import { isChannelType } from '../channel-types.ts'
import { endpoint } from '../endpoint.ts'
import { orElse, orNothing } from '../left-out.ts'
import {
  idParams,
  listed,
  pageOf,
  pageQuery,
  pageSizeOf,
  queryFlag,
  queryPageFrom0,
  queryText,
  queryWhole,
  searchMax,
} from '../page.ts'
import { actToUndo, historyEntry, seenRevision, undoable } from '../system/history.ts'
import { isWebAddress } from '../web-address.ts'
import { failingShownMax } from './channel-attempts.ts'
import { channelInfo, keyModes, keyModesAndNone } from './channel-keys.ts'
import { limitState } from './limits.ts'

export { channelStatus } from './channel-status.ts'
/** The filter words of each status. */
export const statusOfWord = { enabled: 1, disabled: 2, auto_disabled: 3 } as const
export type StatusWord = keyof typeof statusOfWord

/** The health of a channel: unknown, the last test succeeded, or a test or a call has failed since. */
export const channelHealths = ['ok', 'failed', 'untested'] as const
export type ChannelHealth = (typeof channelHealths)[number]

/** The columns a list can be sorted by. Channels without a figure come last in both directions. */
export const channelSorts = ['id', 'priority', 'weight', 'response_time', 'used_quota', 'balance'] as const
export type ChannelSort = (typeof channelSorts)[number]

const textBounds = { lengthMax: 64 * 1024 }
const countBounds: NumberBounds = { min: 0, max: Number.MAX_SAFE_INTEGER, decimals: 0 }
export const channelBounds = {
  key: { lengthMax: 256 * 1024 }, // of many channels at once, one key per line
  name: { charactersMax: 64 },
  models: textBounds,
  group: textBounds,
  base_url: textBounds,
  other: textBounds,
  openai_organization: textBounds,
  test_model: textBounds,
  model_mapping: textBounds,
  status_code_mapping: textBounds,
  setting: textBounds,
  param_override: textBounds,
  header_override: textBounds,
  tag: { charactersMax: 64 },
  priority: { ...countBounds, min: -999 }, // an administrator who wants a channel never to be used disables it
  weight: countBounds,
  max_input_tokens: countBounds,
} satisfies BoundsByField
export const channelChangeBounds = { key: textBounds } satisfies BoundsByField

/** Stands for the number of a channel in the name of several that are created at once. */
export const numberVariable = '{n}'
/** The name of one of several channels that are created at once, from 1. A name without the variable is theirs all. */
export const numberedName = (name: string, number: number): string => name.replaceAll(numberVariable, String(number))

/** Stands for the name of the model in the address of a custom channel. */
export const modelVariable = '{model}'
/**
 * Whether calls can be sent to this address. A fragment would swallow the path that follows it, and with the name of a
 * model in the host, the request would choose the host that gets the key.
 */
export const isChannelAddress = (address: string) =>
  isWebAddress(address.replaceAll(modelVariable, 'model')) &&
  !address.includes('#') &&
  !/^https?:\/\/[^/?]*\{model\}/i.test(address)
/** Whether a status code mapping may name this status. Errors become errors: a success would charge for nothing. */
export const isErrorStatus = (status: unknown) =>
  (typeof status === 'string' || typeof status === 'number') && /^[45]\d\d$/.test(String(status))

/** An upstream as administrators see it. Its key never leaves the server: clients get an empty text instead. */
export const channel = z.object({
  id: z.int(),
  type: z.int(),
  key: z.literal(''),
  name: z.string(),
  status: z.int(),
  group: z.string(), // comma separated, as are the models
  models: z.string(),
  base_url: z.string(),
  other: z.string(),
  openai_organization: z.string(),
  test_model: z.string(),
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  setting: z.string(),
  param_override: z.string(), // JSON; literal values of headers are masked here and below
  header_override: z.string(),
  other_info: z.string(), // JSON with status_reason and status_time, or empty
  tag: z.string().nullable(),
  priority: z.int(),
  weight: z.int(),
  auto_ban: z.int(),
  max_input_tokens: z.int(),
  created_time: z.int(),
  test_time: z.int(),
  response_time: z.int(), // milliseconds; 0 before the first test and after a failure
  health: z.enum(channelHealths),
  failed_time: z.int(), // of the last failure, or 0
  failure_reason: z.string(),
  used_quota: z.int(),
  balance: z.number(), // dollars as the upstream reports them
  balance_updated_time: z.int(),
  multi_key_mode: z.enum(keyModesAndNone), // of a channel with several keys
  /** In lists: unix seconds until which it gets no calls; absent where it is not paused. */
  paused_until: z.int().optional(),
  /** In lists: whether one of its own limits is used up. */
  at_limit: z.boolean().optional(),
  /** In lists: its budgets and their use; absent where it has none. Budgets of several keys are not among them. */
  budgets: z.array(limitState).optional(),
})
export type Channel = z.infer<typeof channel>

/** One channel for its editor: `key_hint` shows enough of the stored key to know which one it is. */
const channelToEdit = channel.extend({ key_hint: z.string(), revision: z.string() })
export type ChannelToEdit = z.infer<typeof channelToEdit>

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')
// A message that is no error code: the refusal names the field.
const storable = (missing?: string) => z.string(missing).refine(isStorable, 'not storable')
const textWithin = ({ lengthMax }: { lengthMax: number }, missing?: string) =>
  storable(missing).max(lengthMax, 'too long')
const text = textWithin(textBounds)
/** Related gateways return and accept the object itself as well. */
const overrideText = z.union([
  text,
  z
    .record(z.string(), z.unknown())
    .transform((value) => JSON.stringify(value))
    .pipe(text),
])
const isAtMost = (charactersMax: number) => (value: string) => charactersIn(value.trim()) <= charactersMax
const isName = isAtMost(channelBounds.name.charactersMax)
const tag = storable().refine(isAtMost(channelBounds.tag.charactersMax), 'too long')
const wholeWithin = ({ min, max }: NumberBounds, tooLow?: string) => z.int().max(max).min(min, tooLow)
const priority = wholeWithin(channelBounds.priority, 'channel_priority_low')
const weight = wholeWithin(channelBounds.weight, 'channel_weight_negative')
const type = z.int('channel_type_unknown').refine(isChannelType, 'channel_type_unknown')
/**
 * The writable fields of a channel. Counters, times and balances of a row that is posted back are dropped: the server
 * owns them.
 */
const channelFields = z.object({
  type,
  key: textWithin(channelBounds.key, 'channel_key_missing'),
  name: storable('channel_name_missing').refine(isName, 'channel_name_long'),
  models: textWithin(channelBounds.models, 'channel_models_missing'),
  group: textWithin(channelBounds.group, 'channel_group_missing'),
  base_url: orNothing(text),
  other: orNothing(text),
  openai_organization: orNothing(text),
  test_model: orNothing(text),
  model_mapping: orNothing(text),
  status_code_mapping: orNothing(text),
  setting: orNothing(text),
  /** JSON texts in the format of `overrides.ts`. A masked literal keeps the stored one. */
  param_override: orNothing(overrideText),
  header_override: orNothing(overrideText),
  tag: orNothing(tag),
  priority: orNothing(priority),
  weight: orNothing(weight),
  auto_ban: orNothing(z.union([z.literal(0), z.literal(1)])),
  max_input_tokens: orNothing(wholeWithin(channelBounds.max_input_tokens)),
})
export type ChannelFields = z.output<typeof channelFields>

const onOrOff = z.literal([1, 2])
export const channelToCreate = channelFields.extend({
  group: channelFields.shape.group.nullish().transform((group) => group ?? 'default'),
  status: orNothing(onOrOff),
  /** All keys of the text belong to one channel, instead of one channel each. */
  multi_key_mode: orNothing(z.union([z.enum(keyModes), z.literal('').transform(() => undefined)])),
  channel_info: orNothing(channelInfo),
})
export type ChannelToCreate = z.output<typeof channelToCreate>
export type ChannelInput = z.input<typeof channelToCreate>

const newKeyMode = channelToCreate.shape.multi_key_mode
/**
 * The form of later servers of this family: the channel, and whether its text of keys is one key, one channel per key,
 * or all keys of one channel.
 */
const channelInMode = z.object({
  mode: z.enum(['single', 'batch', 'multi_to_single']),
  multi_key_mode: newKeyMode, // of `multi_to_single`; `random` where it is absent
  channel: channelToCreate,
})
const channelCreation = z.discriminatedUnion('mode', [
  channelToCreate.extend({ mode: z.undefined().optional() }),
  channelInMode,
])
export type ChannelCreation = z.output<typeof channelCreation>

/** Channels in one request: a script that adds hundreds must not wait for the rate limit. */
const importMax = 500

/** Administrators switch a channel on or off; any other status of a row that is posted back counts as absent. */
const statusByHand = z.union([onOrOff, z.literal([0, 3]).transform(() => undefined)])
/** Clients of this family send an empty list for one that they do not change. */
const unlessBlank = text.transform((list) => (list.trim() === '' ? undefined : list))

const channelChange = channelFields.extend({
  id: z.int('id_missing').positive('invalid_id'),
  type: orNothing(type),
  key: orNothing(textWithin(channelChangeBounds.key)),
  name: orNothing(storable().refine(isName, 'channel_name_long')),
  models: orNothing(unlessBlank),
  group: orNothing(unlessBlank),
  status: orNothing(statusByHand),
  seen_revision: seenRevision,
})
export type ChannelChange = z.output<typeof channelChange>

/** A channel that is not saved yet, to be tried out. With an id, an empty key means the stored one, for the stored host. */
const channelToTry = channelFields.partial({ name: true, group: true }).extend({
  id: orNothing(z.int().positive('invalid_id')),
  model: orNothing(text),
})
export type ChannelToTry = z.output<typeof channelToTry>

/** The request of a client that a dry run converts. */
export const dryRequestBounds = { path: { lengthMax: 2048 }, headersMax: 100 } as const
const dryRequest = z.object({
  /** As a client calls it, such as `/v1/chat/completions`. */
  path: textWithin(dryRequestBounds.path),
  headers: orElse(
    z
      .record(z.string(), text)
      .refine((headers) => Object.keys(headers).length <= dryRequestBounds.headersMax, 'too long'),
    {},
  ),
  body: z.record(z.string(), z.unknown()),
})
const channelToDryRun = channelToTry.extend({ request: dryRequest })
export type ChannelToDryRun = z.output<typeof channelToDryRun>

const dryRunPart = z.object({ headers: z.record(z.string(), z.string()), body: z.unknown() })
/** Secrets are masked. With a refusal, `after` is absent; `before` too if the request cannot be converted. */
const dryRunResult = z.object({
  method: z.string(),
  url: z.string(),
  before: dryRunPart.optional(),
  after: dryRunPart.optional(),
  refusal: z.object({ status: z.int(), code: z.string(), message: z.string() }).optional(),
})
export type DryRunResult = z.infer<typeof dryRunResult>

const searchText = queryText.refine((value) => value === undefined || isStorable(value))
const oneOf = <const Words extends readonly string[]>(words: Words) => queryText.pipe(z.enum(words).optional())
const filterFields = {
  keyword: searchText,
  group: searchText,
  model: searchText,
  status: oneOf(Object.keys(statusOfWord) as StatusWord[]),
  health: oneOf(channelHealths),
  type: queryWhole,
}
/** Which channels a change is for. A misspelt filter is refused, because without it the change would be for others too. */
const channelFilter = z.strictObject(filterFields)
export type ChannelFilter = z.output<typeof channelFilter>

const listQuery = z.object({
  ...filterFields,
  p: queryPageFrom0,
  page_size: pageSizeOf(10),
  id_sort: queryFlag.default(false),
  tag_mode: queryFlag.default(false),
  /** Wins over `id_sort`; without both, the channels that are tried first come first. */
  sort: oneOf(channelSorts),
  order: oneOf(['asc', 'desc']),
})
const searchQuery = listQuery.extend({ page_size: pageSizeOf(searchMax) })
export type ChannelListQuery = z.output<typeof listQuery>

/** `total` counts rows, or tags in tag mode; `counts` is the whole table by status, and how many have failed. */
const listedChannels = listed.extend({
  counts: z.object({ enabled: z.int(), disabled: z.int(), auto_disabled: z.int(), failed: z.int() }),
})

/** The channels of a batch: those with these ids, or all that match a filter. */
const batch = (noneSelected: string) =>
  z.object({
    ids: orNothing(z.array(z.int().positive('invalid_id')).min(1, noneSelected).max(10_000)),
    matching: orNothing(channelFilter),
  })
const isChosen = ({ ids, matching }: ChannelBatch) => (ids === undefined) !== (matching === undefined)
export type ChannelBatch = { ids?: readonly number[] | undefined; matching?: ChannelFilter | undefined }

export type ChannelBatchChange = {
  status?: 1 | 2 | undefined
  priority?: number | undefined
  weight?: number | undefined
}
const hasChange = ({ status, priority, weight }: ChannelBatchChange) =>
  [status, priority, weight].some((value) => value !== undefined)

const tagEdit = z.object({
  tag: text,
  new_tag: orNothing(tag),
  model_mapping: orNothing(text),
  param_override: orNothing(overrideText),
  header_override: orNothing(overrideText),
  models: orNothing(text),
  groups: orNothing(text),
  priority: orNothing(priority),
  weight: orNothing(weight),
})
export type TagEdit = z.output<typeof tagEdit>

const shareQuery = z.object({
  id: orNothing(z.int().positive('invalid_id')),
  model: text,
  group: text,
  priority,
  weight,
})
export type ChannelShareQuery = z.output<typeof shareQuery>
const channelShare = z.object({ id: z.int(), name: z.string(), percent: z.number() })
export type ChannelShare = z.infer<typeof channelShare>

/** Work over many channels, on any instance. `started_at` is 0 before the first run. */
const run = z.object({
  is_running: z.boolean(),
  done: z.int(),
  total: z.int(),
  failed: z.int(),
  started_at: z.int(),
  finished_at: z.int(),
})
export type ChannelRun = z.infer<typeof run>

const models = z.array(z.string())

/** The new channels, and which of their models have no price: calls of these are refused until one is set. */
const createdChannels = z.object({ ids: z.array(z.int()), unpriced: z.array(z.string()) })

export const channelApi = {
  list: endpoint('admin', 'GET /api/channel/', {
    summary: 'A page of channels; in tag mode every channel of a page of tags',
    query: listQuery,
    data: z.array(channel),
    beside: listedChannels,
  }),
  search: endpoint('admin', 'GET /api/channel/search', {
    summary: 'Channels by id, name or exact key, by model, group, status, health and type',
    query: searchQuery,
    data: z.array(channel),
    beside: listedChannels,
  }),
  get: endpoint('admin', 'GET /api/channel/{id}', {
    summary: 'One channel, for editing',
    params: idParams,
    data: channelToEdit,
  }),
  create: endpoint('admin', 'POST /api/channel/', {
    summary:
      'Add a channel, or one per line of the key, numbered where the name contains {n}, or with multi_key_mode one that has all these keys; without a group it serves the group default. Also takes { mode, channel } of related gateways',
    body: channelCreation,
    data: createdChannels,
  }),
  createMany: endpoint('admin', 'POST /api/channel/import', {
    summary: `Add up to ${importMax} different channels, all of them or none; each may have one key per line`,
    body: z.object({ channels: z.array(channelToCreate).min(1).max(importMax) }),
    data: createdChannels,
  }),
  update: endpoint('admin', 'PUT /api/channel/', {
    summary:
      'Change the given members of a channel; an empty key keeps the stored one, unless the host changes, and empty models or groups stay',
    body: channelChange,
    data: channel,
    beside: undoable.extend({ revision: z.string() }),
  }),
  copy: endpoint('admin', 'POST /api/channel/copy/{id}', {
    summary: 'Add a copy of a channel, key included; the copy starts disabled',
    params: idParams,
    data: channel,
  }),
  remove: endpoint('admin', 'DELETE /api/channel/{id}', {
    summary: 'Delete a channel',
    params: idParams,
    beside: undoable,
  }),
  removeDisabled: endpoint('admin', 'DELETE /api/channel/disabled', {
    summary: 'Delete every channel that is off; returns how many',
    data: z.int(),
    beside: undoable,
  }),
  removeMany: endpoint('admin', 'POST /api/channel/batch', {
    summary: 'Delete several channels, or all that match; returns how many were there',
    body: batch('channels_none_selected').refine(isChosen, 'channels_none_selected'),
    data: z.int(),
    beside: undoable,
  }),
  changeMany: endpoint('admin', 'POST /api/channel/batch/change', {
    summary: 'Switch, or set priority or weight of several channels or of all that match; returns how many were there',
    body: batch('channels_none_to_change')
      .extend({ status: orNothing(onOrOff), priority: orNothing(priority), weight: orNothing(weight) })
      .refine(isChosen, 'channels_none_to_change')
      .refine(hasChange, 'invalid_parameter'),
    data: z.int(),
    beside: undoable,
  }),
  testMany: endpoint('admin', 'POST /api/channel/batch/test', {
    summary: 'Begin to test several channels, or all that match, in the background; returns how many',
    body: batch('channels_none_to_test').refine(isChosen, 'channels_none_to_test'),
    data: z.int(),
  }),
  fix: endpoint('admin', 'POST /api/channel/fix', {
    summary: 'Rebuild the routing index from the channels; returns how many rows were put right',
    data: z.int(),
  }),

  tags: endpoint('admin', 'GET /api/channel/tags', { summary: 'Every tag in use', data: z.array(z.string()) }),
  editTag: endpoint('admin', 'PUT /api/channel/tag', {
    summary: 'Change all channels of a tag; an empty new tag takes the tag off',
    body: tagEdit,
    beside: undoable,
  }),
  enableTag: endpoint('admin', 'POST /api/channel/tag/enabled', {
    summary: 'Switch on every channel of a tag',
    body: z.object({ tag: text }),
    beside: undoable,
  }),
  disableTag: endpoint('admin', 'POST /api/channel/tag/disabled', {
    summary: 'Switch off every channel of a tag',
    body: z.object({ tag: text }),
    beside: undoable,
  }),
  disableModel: endpoint('admin', 'POST /api/channel/model/disabled', {
    summary: 'Take a model out of the lists of some channels; refused if it is the only model of one',
    body: z.object({
      ids: z.array(z.int().positive('invalid_id')).min(1, 'channels_none_to_change').max(failingShownMax),
      model: text.refine((model) => model.trim() !== '', 'channel_models_missing'),
    }),
    data: z.int(),
    beside: undoable,
  }),
  tagMany: endpoint('admin', 'POST /api/channel/batch/tag', {
    summary: 'Give several channels, or all that match, a tag, or take it off with null; returns how many were there',
    body: batch('channels_none_to_tag').extend({ tag: text.nullable() }).refine(isChosen, 'channels_none_to_tag'),
    data: z.int(),
    beside: undoable,
  }),

  undo: endpoint('admin', 'POST /api/channel/undo', {
    summary: 'Take back an act on channels, deletion included, for all channels that it changed or for none',
    body: actToUndo,
    data: z.object({ count: z.int() }),
  }),
  history: endpoint('admin', 'GET /api/channel/history', {
    summary: 'Acts of administrators on one channel, or on all, newest first',
    query: pageQuery.extend({ channel: queryWhole }),
    data: pageOf(historyEntry),
    /** Of the one channel, to be sent back with a change. */
    beside: z.object({ revision: z.string() }),
  }),
  revert: endpoint('admin', 'POST /api/channel/revert', {
    summary: 'Give a channel the values again that it had before an act',
    body: z.object({
      channel: z.int('id_missing').positive('invalid_id'),
      id: z.int('id_missing').positive('invalid_id'),
      seen_revision: seenRevision,
    }),
    data: channel,
    beside: undoable,
  }),

  share: endpoint('admin', 'POST /api/channel/share', {
    summary: 'Which channels would share the calls of a model in a group if a channel were saved like this',
    body: shareQuery,
    /** The candidates of the first tier that has any; id 0 is a channel that is not saved yet. */
    data: z.array(channelShare),
  }),

  test: endpoint('admin', 'GET /api/channel/test/{id}', {
    changes: true,
    summary: 'Send a tiny request through a channel; returns how many seconds it took',
    params: idParams,
    query: z.object({ model: queryText }),
    beside: z.object({ time: z.number() }),
  }),
  try: endpoint('admin', 'POST /api/channel/try', {
    summary: 'Test a channel as it stands in the editor, without saving it',
    body: channelToTry,
    beside: z.object({ time: z.number() }),
  }),
  dryRun: endpoint('admin', 'POST /api/channel/dry_run', {
    changes: false,
    summary:
      'The request that a channel would send for a client’s request, before and after its overrides; nothing is sent',
    body: channelToDryRun,
    data: dryRunResult,
  }),
  testAll: endpoint('admin', 'GET /api/channel/test', {
    changes: true,
    summary: 'Begin to test every channel in the background',
  }),
  testRun: endpoint('admin', 'GET /api/channel/test/run', { summary: 'How far testing every channel is', data: run }),
  updateBalance: endpoint('admin', 'GET /api/channel/update_balance/{id}', {
    changes: true,
    summary: 'Query the balance at the provider',
    params: idParams,
    beside: z.object({ balance: z.number() }),
  }),
  updateBalances: endpoint('admin', 'GET /api/channel/update_balance', {
    changes: true,
    summary: 'Begin to query the balance of every enabled channel, in the background',
  }),
  balanceRun: endpoint('admin', 'GET /api/channel/update_balance/run', {
    summary: 'Progress of the balance queries',
    data: run,
  }),
  fetchModels: endpoint('admin', 'GET /api/channel/fetch_models/{id}', {
    changes: true,
    summary: 'The models that a stored channel’s provider offers',
    params: idParams,
    data: models,
  }),
  fetchModelsOf: endpoint('admin', 'POST /api/channel/fetch_models', {
    summary: 'The models that a provider offers to a key that is not stored',
    body: z.object({
      base_url: orNothing(text),
      key: text,
      type: orNothing(type),
      other: orNothing(text),
      /** For the proxy in them. With the id of a stored channel, a hidden password means the stored one. */
      setting: orNothing(text),
      id: orNothing(z.int().positive('invalid_id')),
    }),
    data: models,
  }),
}
