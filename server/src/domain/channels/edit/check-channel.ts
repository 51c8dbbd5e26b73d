import { type ChannelFields, channelBounds, isErrorStatus } from '@turnpike/contract/channel'
import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import { AppError } from '../../../http/app-error.ts'
import type { WrittenColumns } from '../channels.queries.ts'
import { checkPlace, type Place } from './check-address.ts'
import { commaList } from './comma-list.ts'
import { isObject, parsedJson } from './json-text.ts'

/** What somebody wants written; what is undefined stays as it is. */
export type Given = { [Name in keyof Omit<ChannelFields, 'key'>]?: ChannelFields[Name] | undefined }

const labelLengthMax = channelBounds.tag.charactersMax
const modelBytesMax = 255

/**
 * The columns to write for what was given, in their plainest form. `current` is the channel as it stands, absent for
 * a new one: a type's demands on the other fields are checked against what the channel will be.
 */
export function checkedColumns(given: Given, current?: Place & { type: number }): Partial<WrittenColumns> {
  const { type, base_url, other } = given
  const isPlaced = type !== undefined || base_url !== undefined || other !== undefined
  const columns: { [Name in keyof WrittenColumns]: WrittenColumns[Name] | undefined } = {
    type: type === undefined ? undefined : checkType(type, current?.type),
    name: checked(given.name, checkName),
    models: checked(given.models, checkModels),
    group: checked(given.group, checkGroups),
    base_url: undefined,
    other: undefined,
    ...(isPlaced && placeOf(given, current)),
    openai_organization: checked(given.openai_organization, checkOrganization),
    test_model: checked(given.test_model, (model) => checkModelName(model.trim())),
    model_mapping: checked(given.model_mapping, checkModelMapping),
    status_code_mapping: checked(given.status_code_mapping, checkStatusMapping),
    setting: checked(given.setting, checkSetting),
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

function checkType(type: number, before: number | undefined): number {
  if (!isChannelType(type)) throw new AppError('channel_type_unknown')
  if (type !== before && channelTypes[type].retired) throw new AppError('channel_type_retired')
  return type
}

function placeOf(given: Given, current?: Place & { type: number }): Partial<Place> {
  const type = given.type ?? current?.type
  const place = {
    base_url: given.base_url ?? current?.base_url ?? '',
    other: given.other ?? current?.other ?? '',
  }
  return isChannelType(type) ? checkPlace(type, place) : place
}

function checkName(text: string): string {
  const name = text.trim()
  if (name === '') throw new AppError('channel_name_missing')
  if (/\p{Cc}/u.test(name)) throw refused('name')
  return name
}

export function checkModels(text: string): string {
  const models = commaList(text)
  if (models.length === 0) throw new AppError('channel_models_missing')
  return models.map(checkModelName).join(',')
}

/** The routing index keeps names of this many bytes; a name with invisible characters could never be asked for. */
function checkModelName(model: string): string {
  if (Buffer.byteLength(model) > modelBytesMax || !isPrintable(model))
    throw new AppError('channel_model_name_invalid', { params: { model: model.slice(0, labelLengthMax) } })
  return model
}

/** A group that has no ratio yet is welcome: nobody can call in its name before it has one. */
export function checkGroups(text: string): string {
  const groups = commaList(text)
  if (groups.length === 0) throw new AppError('channel_group_missing')
  return groups.map((group) => label('group', group)).join(',')
}

/** Without a tag there is none, rather than an empty one. */
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
  if (setting !== '' && !isObject(parsedJson(setting))) throw new AppError('channel_setting_invalid')
  return setting
}

/** It travels in a header. */
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
