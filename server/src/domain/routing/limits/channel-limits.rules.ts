import type { LimitState } from '@turnpike/contract/routing/limits'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { findChannel } from '../channels/channels.queries.ts'
import { readKeysOf } from '../channels/keys/channel-keys.queries.ts'
import { statesOf } from './limit-states.ts'
import { type LimitedChannel, limitsOfChannel } from './limits-of-channel.ts'

type ChannelLimitsDeps = Pick<Deps, 'store' | 'clock'>

/** The saved limits of a channel and of each of its keys, with their use. */
export async function channelLimits(deps: ChannelLimitsDeps, id: number): Promise<LimitState[]> {
  const channel = await findChannel(deps.store, id)
  if (!channel) throw new AppError('not_found')
  const setting = settingOf(channel.setting)
  const keys = channel.multi_key_mode === '' ? [] : await readKeysOf(deps.store, [id])
  const ids = keys.length === 0 ? [0] : keys.map((key) => key.id)
  const limits = ids.flatMap((keyId) => limitsOfChannel(id, keyId, setting) ?? [])
  const once = [...new Map(limits.map((limit) => [limit.key, limit])).values()]
  return statesOf(deps, once)
}

/** The channels that can take no further call now, because one of their own limits is used up. */
export async function fullChannels(
  deps: ChannelLimitsDeps,
  rows: readonly { id: number; setting: string }[],
): Promise<Set<number>> {
  const limited = rows.flatMap(({ id, setting }) => {
    if (!setting.includes('"limits"')) return []
    const { limits } = settingOf(setting)
    return [{ id, limits: limitsOfChannel(id, 0, { limits }) ?? [] }]
  })
  if (limited.length === 0) return new Set()
  const states = await statesOf(
    deps,
    limited.flatMap(({ limits }) => limits),
  )
  const ids = limited.flatMap(({ id, limits }) => limits.map(() => id))
  return new Set(ids.filter((_, index) => isUsedUp(states[index])))
}

const isUsedUp = (state: LimitState | undefined): boolean => state !== undefined && state.used >= state.max

/** JSON that was checked when it was saved. */
function settingOf(text: string): LimitedChannel {
  if (text === '') return {}
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
