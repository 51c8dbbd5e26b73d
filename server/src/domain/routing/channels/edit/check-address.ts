import { type ChannelType, channelTypes } from '@turnpike/contract/channel-types'
import { isChannelAddress, modelVariable } from '@turnpike/contract/routing/channel'
import { isKeyAtHome, type KeyAddress, keyHostOf } from '@turnpike/contract/routing/key-host'
import { AppError } from '../../../../http/app-error.ts'
import { isObject, parsedJson } from './json-text.ts'

/** The base URL of a channel, and `other`, whose meaning depends on the channel type. */
export type UpstreamAddress = { base_url: string; other: string }

const custom = 8
const vertex = 41

/**
 * Checks both fields by the rules of the channel type, and fills in the type's default for an empty one. `stored` is the
 * address that the channel has.
 */
export function checkUpstreamAddress(
  type: ChannelType,
  { base_url, other }: UpstreamAddress,
  stored?: string,
): UpstreamAddress {
  return { base_url: checkBaseUrl(type, base_url.trim(), stored), other: checkOther(type, other.trim()) }
}

export function checkBaseUrl(type: ChannelType, address: string, stored?: string): string {
  if (address === '') {
    if (channelTypes[type].baseUrl === 'required') throw new AppError('channel_base_url_missing')
    return ''
  }
  if (!isChannelAddress(address)) throw new AppError('channel_base_url_invalid')
  // Imported channels may lack the variable. They keep their address until it is changed.
  if (type === custom && !address.includes(modelVariable) && address !== stored)
    throw new AppError('channel_base_url_model', { params: { variable: modelVariable } })
  return address.replace(/\/+$/, '')
}

/** Refuses to send a stored key to another host than the one it was saved for. */
export function checkKeyHost(saved: KeyAddress, wanted: KeyAddress) {
  if (!isKeyAtHome(keyHostOf(saved), keyHostOf(wanted))) throw new AppError('channel_key_for_host')
}

function checkOther(type: ChannelType, given: string): string {
  const field = channelTypes[type].other
  const other = given || field?.default || ''
  if (other === '' && field?.required)
    throw new AppError(field.meaning === 'region' ? 'channel_region_missing' : 'channel_other_missing')
  if (type === vertex && other.startsWith('{')) {
    const regions = parsedJson(other)
    // One region per model, and a default for the other models.
    if (!isObject(regions) || typeof regions.default !== 'string' || regions.default.trim() === '')
      throw new AppError('channel_region_default')
  } else if (/\p{Cc}/u.test(other)) throw new AppError('invalid_field', { params: { field: 'other' } })
  return other
}
