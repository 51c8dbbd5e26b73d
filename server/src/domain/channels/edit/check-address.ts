import { isChannelAddress, modelVariable } from '@turnpike/contract/channel'
import { type ChannelType, channelTypes } from '@turnpike/contract/channel-types'
import { AppError } from '../../../http/app-error.ts'
import { isObject, parsedJson } from './json-text.ts'

/** Where calls of a channel go, and the one field whose meaning depends on its type. */
export type Place = { base_url: string; other: string }

const custom = 8
const vertex = 41

/** A type's demands on address and free field, and what it puts in when a field is empty. */
export function checkPlace(type: ChannelType, { base_url, other }: Place): Place {
  return { base_url: checkBaseUrl(type, base_url.trim()), other: checkOther(type, other.trim()) }
}

export function checkBaseUrl(type: ChannelType, address: string): string {
  if (address === '') {
    if (channelTypes[type].baseUrl === 'required') throw new AppError('channel_base_url_missing')
    return ''
  }
  if (!isChannelAddress(address)) throw new AppError('channel_base_url_invalid')
  if (type === custom && !address.includes(modelVariable))
    throw new AppError('channel_base_url_model', { params: { variable: modelVariable } })
  return address.replace(/\/+$/, '')
}

function checkOther(type: ChannelType, given: string): string {
  const field = channelTypes[type].other
  const other = given || field?.default || ''
  if (other === '' && field?.required)
    throw new AppError(field.meaning === 'region' ? 'channel_region_missing' : 'channel_other_missing')
  if (type === vertex && other.startsWith('{')) {
    const regions = parsedJson(other)
    // One region per model, and one for all the others.
    if (!isObject(regions) || typeof regions.default !== 'string' || regions.default.trim() === '')
      throw new AppError('channel_region_default')
  } else if (/\p{Cc}/u.test(other)) throw new AppError('invalid_field', { params: { field: 'other' } })
  return other
}
