import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import type { ChannelToCreate } from '@turnpike/contract/routing/channel'
import { channelInfo } from '@turnpike/contract/routing/channel-keys'
import { jsonIn, type Row } from '../row.ts'

type KeyList = Pick<ChannelToCreate, 'key' | 'multi_key_mode' | 'channel_info'>

/**
 * The keys of a channel. Newer servers keep several in one text, with the state of each by its position; blank and repeated
 * ones are left out here, so the positions are counted again.
 */
export function keyListOf(row: Row, type: number, key: string): KeyList {
  const info = channelInfo.safeParse(jsonIn(row, 'channel_info')).data
  const isDocument = isChannelType(type) && channelTypes[type].keyIsDocument === true
  const lines = key.split(/\r?\n/).map((line) => line.trim())
  const isList = !isDocument && !key.startsWith('[') && lines.filter(Boolean).length > 1
  if (!info?.is_multi_key && !isList) return { key, multi_key_mode: undefined, channel_info: undefined }
  const multi_key_mode = info?.multi_key_mode === 'polling' ? 'polling' : 'random'
  if (!info || !isList) return { key, multi_key_mode, channel_info: info }
  const kept = [...new Set(lines.filter(Boolean))]
  const moved = <Value>(byPosition: Record<string, Value> | undefined) =>
    byPosition &&
    Object.fromEntries(
      kept.flatMap((line, position) => {
        const value = byPosition[lines.indexOf(line)]
        return value === undefined ? [] : [[position, value]]
      }),
    )
  return {
    key: kept.join('\n'),
    multi_key_mode,
    channel_info: {
      ...info,
      multi_key_status_list: moved(info.multi_key_status_list),
      multi_key_disabled_reason: moved(info.multi_key_disabled_reason),
    },
  }
}
