import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import type { ChannelToCreate } from '@turnpike/contract/routing/channel'
import { channelKeysMax, type KeyMode, keyModes, keyStatus } from '@turnpike/contract/routing/channel-keys'
import { AppError } from '../../../../http/app-error.ts'
import { checkKey } from '../edit/channel-keys.ts'
import { isObject, parsedJson } from '../edit/json-text.ts'

/** The keys for one channel: one per line, or a JSON list of texts or of service accounts; each once. */
export function keyListIn(type: number, text: string): string[] {
  const keys = new Set(textsIn(type, text.trim()).filter(Boolean))
  if (keys.size === 0) throw new AppError('channel_key_missing')
  if (keys.size > channelKeysMax) throw new AppError('channel_keys_many', { params: { maximum: channelKeysMax } })
  return [...keys].map((key) => checkKey(type, key))
}

function textsIn(type: number, text: string): string[] {
  if (text.startsWith('[')) return membersOf(text)
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const isDocument = isChannelType(type) && channelTypes[type].keyIsDocument === true
  // A service account as a file is one key of many lines; written without line breaks, each line is one.
  return !isDocument || lines.every((line) => line === '' || isObject(parsedJson(line))) ? lines : [text]
}

function membersOf(text: string): string[] {
  const list = parsedJson(text)
  if (!Array.isArray(list)) throw new AppError('channel_keys_json')
  return list.map((member: unknown) => {
    if (typeof member === 'string') return member.trim()
    if (isObject(member)) return JSON.stringify(member)
    throw new AppError('channel_keys_json')
  })
}

type RequestedKeys = Pick<ChannelToCreate, 'multi_key_mode' | 'channel_info'>

const isMode = (mode: string | undefined): mode is KeyMode => keyModes.some((each) => each === mode)

/** Whether a new channel has several keys, and how one of them is chosen. */
export function keyModeOf({ multi_key_mode, channel_info }: RequestedKeys): KeyMode | undefined {
  if (multi_key_mode) return multi_key_mode
  if (!channel_info?.is_multi_key) return undefined
  return isMode(channel_info.multi_key_mode) ? channel_info.multi_key_mode : 'random'
}

/** The state of a new key; one that comes from a related server has it by its position in the list. */
export function firstState({ channel_info }: RequestedKeys, position: number, at: number) {
  const status = channel_info?.multi_key_status_list?.[position]
  if (status !== keyStatus.disabled && status !== keyStatus.autoDisabled)
    return { status: keyStatus.enabled, reason: '', status_time: 0 }
  return { status, reason: channel_info?.multi_key_disabled_reason?.[position] ?? '', status_time: at }
}
