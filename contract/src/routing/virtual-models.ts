import { z } from 'zod'
import { type BoundsByField, isNumberWithin, isTextWithin, type NumberBounds, noControlCharacters } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { groupNameBounds, modelNameBounds } from '../names.ts'
import { idParams } from '../page.ts'
import { actToUndo, seenRevision, undoable } from '../system/history.ts'

/** How a call finds its model: the first one in the list, or one by weight. The others are its fallbacks. */
export const virtualModes = ['order', 'weight'] as const
export type VirtualMode = (typeof virtualModes)[number]

/** Failures of a model after which the next one may be tried, in words that people use. */
export const fallbackKinds = [
  'rate_limited', // the upstream takes no more calls at the moment
  'server_error', // 5xx, no connection, or a response that cannot be read
  'timeout', // no response in time; the upstream may have done the work
  'account', // the upstream refuses the key, or its account is empty
  'no_channel', // no channel can serve the model at the moment
  'content_refused', // the upstream's content filter
  'too_long', // the request is too long for the model
  'balance', // the caller's balance does not cover this model
] as const
export type FallbackKind = (typeof fallbackKinds)[number]
/** The fallbacks of a new virtual model: failures that do not concern the request. */
export const usualFallbacks: readonly FallbackKind[] = ['rate_limited', 'server_error', 'account', 'no_channel']

/** Headers of responses to calls of virtual models: the model that served the call, and the requested name. */
export const modelHeader = 'X-Turnpike-Model'
export const virtualModelHeader = 'X-Turnpike-Virtual-Model'

export const virtualModelsMax = 200
export const membersMax = 20

/** Lists in channels and tokens are separated by commas, so a name has none. */
const namePattern = groupNameBounds.pattern
export const virtualModelBounds = {
  name: { lengthMax: 100, pattern: namePattern },
  description: { charactersMax: 200, pattern: noControlCharacters },
} satisfies BoundsByField
export const memberBounds = {
  model: { lengthMax: modelNameBounds.lengthMax, pattern: namePattern },
  weight: { min: 0, max: 1000, decimals: 0 },
} satisfies BoundsByField
export const conditionBounds = {
  prompt_tokens_min: { min: 1, max: 100_000_000, decimals: 0 },
  prompt_tokens_max: { min: 1, max: 100_000_000, decimals: 0 },
  price_max: { min: 0, max: 1_000_000, decimals: 6 },
  first_token_ms_max: { min: 1, max: 600_000, decimals: 0 },
} satisfies BoundsByField

const within = (bounds: NumberBounds) =>
  z.number().refine((value) => isNumberWithin(bounds, value), 'invalid_parameter')
const text = (bounds: Parameters<typeof isTextWithin>[0], code: string) =>
  z.string(code).refine((value) => isTextWithin(bounds, value), code)

/** When a member is skipped; an absent condition skips nothing. */
export const memberConditions = z
  .strictObject({
    prompt_tokens_min: within(conditionBounds.prompt_tokens_min).optional(),
    prompt_tokens_max: within(conditionBounds.prompt_tokens_max).optional(),
    /** Dollars for a million input tokens after the ratio of the group; of a model charged by the call, for a call. */
    price_max: within(conditionBounds.price_max).optional(),
    /** Milliseconds to first token: the median of the newest calls on the fastest of its channels. */
    first_token_ms_max: within(conditionBounds.first_token_ms_max).optional(),
  })
  .refine(
    ({ prompt_tokens_min: min = 0, prompt_tokens_max: max = Number.POSITIVE_INFINITY }) => min <= max,
    'virtual_tokens_crossed',
  )
export type MemberConditions = z.infer<typeof memberConditions>

export const virtualMember = z.strictObject({
  model: text(memberBounds.model, 'virtual_member_invalid'),
  /** Its share where models are chosen by weight; with 0 it is a fallback only. */
  weight: within(memberBounds.weight),
  when: memberConditions.optional(),
})
export type VirtualMember = z.infer<typeof virtualMember>

const hasNoMemberTwice = (members: VirtualMember[]) =>
  new Set(members.map(({ model }) => model)).size === members.length

const fields = {
  name: text(virtualModelBounds.name, 'virtual_name_invalid'),
  description: text(virtualModelBounds.description, 'invalid_parameter'),
  mode: z.enum(virtualModes),
  /** The groups whose users may call the virtual model; empty means all. */
  groups: z.array(text(groupNameBounds, 'invalid_parameter')).max(200),
  is_enabled: z.boolean(),
  members: z
    .array(virtualMember)
    .min(1, 'virtual_members_count')
    .max(membersMax, 'virtual_members_count')
    .refine(hasNoMemberTwice, 'virtual_member_twice'),
  fallback_on: z.array(z.enum(fallbackKinds)).max(fallbackKinds.length),
}

const newVirtualModel = z.object({ ...fields, description: fields.description.default('') })
export type NewVirtualModel = z.output<typeof newVirtualModel>

/** A name that stands for a list of models. A call of it is served, and charged, as one of them. */
export const virtualModel = z.object({ id: z.int(), ...fields, updated_at: z.int(), revision: z.string() })
export type VirtualModel = z.infer<typeof virtualModel>

const change = z
  .object(fields)
  .partial()
  .extend({
    id: z.int('id_missing').positive('invalid_id'),
    seen_revision: seenRevision,
  })
export type VirtualModelChange = z.output<typeof change>

/** A model that enabled channels serve: in these groups, and whether it has a price. */
const choice = z.object({ model: z.string(), groups: z.array(z.string()), is_priced: z.boolean() })
export type MemberChoice = z.infer<typeof choice>

export const virtualModelApi = {
  list: endpoint('admin', 'GET /api/virtual-model/', {
    summary: 'Virtual models, by name',
    data: z.array(virtualModel),
  }),
  choices: endpoint('admin', 'GET /api/virtual-model/choices', {
    summary: 'The models that channels serve, which a virtual model can stand for',
    data: z.array(choice),
  }),
  create: endpoint('admin', 'POST /api/virtual-model/', {
    summary: 'Create a virtual model',
    body: newVirtualModel,
    data: virtualModel,
  }),
  update: endpoint('admin', 'PUT /api/virtual-model/', {
    summary: 'Change a virtual model, or switch it on or off',
    body: change,
    data: virtualModel,
    beside: undoable,
  }),
  remove: endpoint('admin', 'DELETE /api/virtual-model/{id}', {
    summary: 'Delete a virtual model',
    params: idParams,
    beside: undoable,
  }),
  undo: endpoint('admin', 'POST /api/virtual-model/undo', {
    summary: 'Take back that a virtual model was deleted or changed',
    body: actToUndo,
  }),
}
