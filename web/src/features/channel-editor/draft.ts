import { type ChannelInput, type ChannelToEdit, numberedName, numberVariable } from '@turnpike/contract/routing/channel'
import type { KeyMode } from '@turnpike/contract/routing/channel-keys'
import { parseJson } from '../../components/fields/json-problem.ts'
import { linesIn } from '../../lib/text/lines-in.ts'
import { splitNames } from './models/split-names.ts'
import { type BodyOverride, bodyOverride } from './overrides/body-form.ts'
import { traitsOf } from './sections/type-traits.ts'

/** A channel as the editor holds it: lists as arrays, switches as booleans, an empty number field as null. */
export type Draft = {
  type: number
  name: string
  groups: string[]
  tag: string
  key: string
  /** One channel for every line of the key, unless the key is a document. */
  isBatch: boolean
  /** All keys belong to this one channel, and how one of them is chosen; empty for one key. */
  multi_key_mode: '' | KeyMode
  base_url: string
  other: string
  openai_organization: string
  models: string[]
  model_mapping: string
  test_model: string
  max_input_tokens: number | null
  status_code_mapping: string
  setting: string
  param_override: BodyOverride
  header_override: string
  priority: number | null
  weight: number | null
  auto_ban: boolean
}

type Override = 'param_override' | 'header_override'
/** The request's members; each is also a field that can be changed and can have a problem. */
export type Fields = Required<Omit<ChannelInput, 'group' | 'status' | 'channel_info' | Override>> & {
  group: string
} & Record<Override, string>
export type FieldName = keyof Fields

const openai = 1

export const newDraft: Draft = {
  type: openai,
  name: '',
  groups: ['default'],
  tag: '',
  key: '',
  isBatch: false,
  multi_key_mode: '',
  base_url: '',
  other: '',
  openai_organization: '',
  models: [],
  model_mapping: '',
  test_model: '',
  max_input_tokens: null,
  status_code_mapping: '',
  setting: '',
  param_override: bodyOverride(''),
  header_override: '',
  priority: 0,
  weight: 0,
  auto_ban: true,
}

export const draftOf = (stored: ChannelToEdit): Draft => ({
  ...newDraft,
  type: stored.type,
  name: stored.name,
  groups: splitNames(stored.group),
  tag: stored.tag ?? '',
  base_url: stored.base_url,
  other: stored.other,
  openai_organization: stored.openai_organization,
  models: splitNames(stored.models),
  model_mapping: stored.model_mapping,
  test_model: stored.test_model,
  max_input_tokens: stored.max_input_tokens || null,
  status_code_mapping: stored.status_code_mapping,
  setting: stored.setting,
  param_override: bodyOverride(stored.param_override),
  header_override: stored.header_override,
  priority: stored.priority,
  weight: stored.weight,
  auto_ban: stored.auto_ban === 1,
  multi_key_mode: stored.multi_key_mode,
})

/** The keys of a batch; a repeated line is one key. */
export const keysOf = linesIn

export function keyModeOf({ type, isBatch, multi_key_mode }: Draft): 'document' | 'batch' | 'several' | 'single' {
  if (multi_key_mode !== '') return 'several'
  if (traitsOf(type).keyIsDocument) return 'document'
  return isBatch ? 'batch' : 'single'
}

/** The keys for one channel: one per line, or a JSON list; a service account of many lines is one key. */
export function keyListOf({ type, key }: Pick<Draft, 'type' | 'key'>): string[] {
  const text = key.trim()
  if (!text.startsWith('[')) return traitsOf(type).keyIsDocument && text.startsWith('{\n') ? [text] : keysOf(text)
  const parsed = parseJson(text)
  const list = 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : []
  return list.map((each: unknown) => (typeof each === 'string' ? each.trim() : JSON.stringify(each)))
}

/** The key of a single channel, or the first of several, which tests use. */
export function oneKeyOf(draft: Draft): string {
  const mode = keyModeOf(draft)
  if (mode === 'document') return draft.key.trim()
  return (mode === 'several' ? keyListOf(draft) : keysOf(draft.key))[0] ?? ''
}

/** The name as it is sent: channels of a batch are numbered, after the name unless it says where. */
function sentName(draft: Draft): string {
  const name = draft.name.trim()
  if (name === '' || keyModeOf(draft) !== 'batch' || keysOf(draft.key).length < 2) return name
  return name.includes(numberVariable) ? name : `${name} ${numberVariable}`
}

const namesShown = 3

/** The first names of the channels that a batch creates, with a last one after an ellipsis. Empty for a single channel. */
export function batchNames(draft: Draft): string[] {
  const pattern = sentName(draft)
  const count = keyModeOf(draft) === 'batch' && pattern !== '' ? keysOf(draft.key).length : 0
  if (count < 2) return []
  const numbers = Array.from({ length: Math.min(count, namesShown) }, (_, index) => index + 1)
  const names = numbers.map((number) => numberedName(pattern, number))
  return count > namesShown ? [...names, '…', numberedName(pattern, count)] : names
}

function sentKey(draft: Draft): string {
  const mode = keyModeOf(draft)
  if (mode === 'several') return draft.key.trim()
  return mode === 'batch' ? keysOf(draft.key).join('\n') : oneKeyOf(draft)
}

export function fieldsOf(draft: Draft): Fields {
  const traits = traitsOf(draft.type)
  return {
    type: draft.type,
    name: sentName(draft),
    group: draft.groups.join(','),
    tag: draft.tag.trim(),
    key: sentKey(draft),
    multi_key_mode: draft.multi_key_mode,
    base_url: draft.base_url.trim(),
    // Fields that the type does not have are not sent, but stay in the form for a change back to a type that has them.
    other: traits.other ? draft.other.trim() : '',
    openai_organization: traits.organization ? draft.openai_organization.trim() : '',
    models: draft.models.join(','),
    model_mapping: draft.model_mapping.trim(),
    test_model: draft.test_model.trim(),
    max_input_tokens: draft.max_input_tokens ?? 0,
    status_code_mapping: draft.status_code_mapping.trim(),
    setting: draft.setting.trim(),
    param_override: draft.param_override.text.trim(),
    header_override: draft.header_override.trim(),
    priority: draft.priority ?? 0,
    weight: draft.weight ?? 0,
    auto_ban: draft.auto_ban ? 1 : 0,
  }
}
