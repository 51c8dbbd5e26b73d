import type { ChannelCreation, ChannelToCreate } from '@turnpike/contract/routing/channel'
import { AppError } from '../../../../http/app-error.ts'
import { keysIn } from '../edit/channel-keys.ts'
import { keyListIn } from './key-list.ts'

/** The channels that a creating request names, in either of its two forms. */
export function channelsToCreate(requested: ChannelCreation): ChannelToCreate[] {
  if (requested.mode === undefined) return [requested]
  if (requested.mode === 'multi_to_single') {
    const multi_key_mode = requested.multi_key_mode ?? requested.channel.multi_key_mode ?? 'random'
    return [{ ...requested.channel, multi_key_mode }]
  }
  // Clients post a stored row back, which may name a key mode: only `multi_to_single` makes a channel with several keys.
  const channel = { ...requested.channel, multi_key_mode: undefined, channel_info: undefined }
  const { type, key } = channel
  if (requested.mode === 'batch') return keyListIn(type, key).map((one) => ({ ...channel, key: one }))
  if (keysIn(type, key).length > 1) throw new AppError('channel_key_invalid')
  return [channel]
}
