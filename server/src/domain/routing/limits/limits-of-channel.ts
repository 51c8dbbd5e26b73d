import { isChannelLimits } from '@turnpike/contract/routing/channel-limits'
import { type Limit, limitsOf } from './counter-key.ts'

/** The limits in the extra settings of a channel: its own and those of each of its keys. */
export type LimitedChannel = { limits?: unknown; key_limits?: unknown }

/**
 * The limits of a channel with one of its keys, 0 where it has only one; undefined where there are none. Those of the channel
 * come first: while it is full, its other keys need not be tried.
 */
export function limitsOfChannel(id: number, keyId: number, setting: LimitedChannel): readonly Limit[] | undefined {
  const { limits, key_limits } = setting
  if (limits === undefined && key_limits === undefined) return undefined
  const all = [
    ...(isChannelLimits(limits) ? limitsOf('channel', String(id), limits) : []),
    ...(isChannelLimits(key_limits) ? limitsOf('key', `${id} ${keyId}`, key_limits) : []),
  ]
  return all.length > 0 ? all : undefined
}

/** The key that a counter of a key belongs to. */
export const keyIdOf = (subject: string): number => Number(subject.split(' ')[1])
