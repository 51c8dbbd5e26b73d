import { charactersIn } from '@turnpike/contract/bounds'
import { channelTypes, isChannelType, isRetired } from '@turnpike/contract/channel-types'
import { type ChannelFields, channelBounds, isErrorStatus } from '@turnpike/contract/routing/channel'
import { budgetsWithoutCost, wrongSetting } from '@turnpike/contract/routing/channel-setting'
import { type OverrideFault, readHeaderOverride, readParamOverride } from '@turnpike/contract/routing/overrides'
import { AppError } from '../../../../http/app-error.ts'
import type { WrittenColumns } from '../channels.queries.ts'
import { commaList } from '../comma-list.ts'
import { checkProxy } from './channel-proxy.ts'
import { checkUpstreamAddress, type UpstreamAddress } from './check-address.ts'
import { maskLiterals } from './header-literals.ts'
import { isObject, parsedJson } from './json-text.ts'

/** The fields of a request; an undefined one is not written. */
export type GivenFields = { [Name in keyof Omit<ChannelFields, 'key'>]?: ChannelFields[Name] | undefined }

const labelLengthMax = channelBounds.tag.charactersMax
const modelBytesMax = 255

/**
 * The columns to write for the given fields, checked and normalised. `current` is the stored channel, absent for a new
 * one: the rules of the channel type apply to the channel as it will be.
 */
export function checkedColumns(
  given: GivenFields,
  current?: UpstreamAddress & { type: number },
): Partial<WrittenColumns> {
  const { type, base_url, other } = given
  const hasNewAddress = type !== undefined || base_url !== undefined || other !== undefined
  const columns: { [Name in keyof WrittenColumns]: WrittenColumns[Name] | undefined } = {
    type: type === undefined ? undefined : checkType(type, given.base_url ?? current?.base_url ?? '', current?.type),
    name: checked(given.name, checkName),
    models: checked(given.models, checkModels),
    group: checked(given.group, checkGroups),
    base_url: undefined,
    other: undefined,
    ...(hasNewAddress && upstreamAddressOf(given, current)),
    openai_organization: checked(given.openai_organization, checkOrganization),
    test_model: checked(given.test_model, (model) => checkModelName(model.trim())),
    model_mapping: checked(given.model_mapping, checkModelMapping),
    status_code_mapping: checked(given.status_code_mapping, checkStatusMapping),
    setting: checked(given.setting, checkSetting),
    param_override: checked(given.param_override, checkParamOverride),
    header_override: checked(given.header_override, checkHeaderOverride),
    tag: given.tag === undefined ? undefined : checkTag(given.tag),
    priority: given.priority,
    weight: given.weight,
    auto_ban: given.auto_ban,
    max_input_tokens: given.max_input_tokens,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const checked = (text: string | undefined, check: (text: string) => string) =>
  text === undefined ? undefined : check(text)

function checkType(type: number, baseUrl: string, before: number | undefined): number {
  if (!isChannelType(type)) throw new AppError('channel_type_unknown')
  if (type !== before && isRetired(type, baseUrl.trim()))
    throw new AppError(channelTypes[type].retired === 'type' ? 'channel_type_uncallable' : 'channel_type_retired')
  return type
}

function upstreamAddressOf(given: GivenFields, current?: UpstreamAddress & { type: number }): Partial<UpstreamAddress> {
  const type = given.type ?? current?.type
  const address = {
    base_url: given.base_url ?? current?.base_url ?? '',
    other: given.other ?? current?.other ?? '',
  }
  const stored = type === current?.type ? current?.base_url : undefined
  return isChannelType(type) ? checkUpstreamAddress(type, address, stored) : address
}

export function checkName(text: string): string {
  const name = text.trim()
  if (name === '') throw new AppError('channel_name_missing')
  if (charactersIn(name) > channelBounds.name.charactersMax)
    throw new AppError('channel_name_long', { params: { maximum: channelBounds.name.charactersMax } })
  if (/\p{Cc}/u.test(name)) throw refused('name')
  return name
}

export function checkModels(text: string): string {
  const models = commaList(text)
  if (models.length === 0) throw new AppError('channel_models_missing')
  return models.map(checkModelName).join(',')
}

/** The routing index stores names up to this many bytes; no request could contain a name with invisible characters. */
export const isModelName = (model: string) => Buffer.byteLength(model) <= modelBytesMax && isPrintable(model)

function checkModelName(model: string): string {
  if (!isModelName(model))
    throw new AppError('channel_model_name_invalid', { params: { model: model.slice(0, labelLengthMax) } })
  return model
}

/** A group without a ratio is allowed: no call can use the group before it has one. */
export function checkGroups(text: string): string {
  const groups = commaList(text)
  if (groups.length === 0) throw new AppError('channel_group_missing')
  return groups.map((group) => label('group', group)).join(',')
}

/** An empty tag is stored as null. */
export function checkTag(text: string): string | null {
  const tag = text.trim()
  return tag === '' ? null : label('tag', tag)
}

export function checkModelMapping(text: string): string {
  const mapping = text.trim()
  if (mapping === '') return ''
  const names = parsedJson(mapping)
  if (!isObject(names) || !Object.values(names).every((name) => typeof name === 'string'))
    throw new AppError('channel_mapping_invalid')
  return mapping
}

/** Error codes map to error codes only: mapping a failure to a success would charge for it. */
function checkStatusMapping(text: string): string {
  const mapping = text.trim()
  if (mapping === '') return ''
  const codes = parsedJson(mapping)
  if (!isObject(codes) || !Object.entries(codes).every(([from, to]) => isErrorStatus(from) && isErrorStatus(to)))
    throw new AppError('channel_status_mapping_invalid')
  return mapping
}

function checkSetting(text: string): string {
  const setting = text.trim()
  if (setting === '') return ''
  const members = parsedJson(setting)
  if (!isObject(members)) throw new AppError('channel_setting_invalid')
  const wrong = wrongSetting(members)
  if (wrong) throw refused(wrong)
  const field = budgetsWithoutCost(members)
  if (field) throw new AppError('channel_budget_without_cost', { detail: { field } })
  checkProxy(members)
  return setting
}

/** Encrypted literals of a stored text count as masked ones. */
export const checkParamOverride = (text: string): string =>
  checkOverride(text, readParamOverride(maskLiterals('param_override', text)))
export const checkHeaderOverride = (text: string): string =>
  checkOverride(text, readHeaderOverride(maskLiterals('header_override', text)))

function checkOverride(text: string, { fault }: { fault?: OverrideFault | undefined }): string {
  if (fault) throw new AppError(fault.code, { params: { place: fault.place, name: fault.name } })
  return text.trim()
}

/** The organization is sent in a header. */
function checkOrganization(text: string): string {
  const organization = text.trim()
  if (!/^[\x20-\x7e]*$/.test(organization)) throw refused('openai_organization')
  return organization
}

function label(field: string, text: string): string {
  if ([...text].length > labelLengthMax || !isPrintable(text)) throw refused(field)
  return text
}

const isPrintable = (text: string) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
const refused = (field: string) => new AppError('invalid_field', { params: { field } })
