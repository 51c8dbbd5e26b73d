import type { LimitState } from '@turnpike/contract/routing/limits'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { findChannel } from '../channels/channels.queries.ts'
import { readKeysOf } from '../channels/keys/channel-keys.queries.ts'
import { statesOf } from './limit-states.ts'
import { type LimitedChannel, limitsOfChannel } from './limits-of-channel.ts'
import { isPeriod } from './window.ts'

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

type ListedChannel = { id: number; setting: string; multi_key_mode: string }
type ChannelUse = { at_limit?: true; budgets?: LimitState[] }

/**
 * Of the channels with limits: whether a limit is used up, so that they can take no further call now, and the use of their
 * budgets. The keys of a channel with several keys are left out, because one of them may have room.
 */
export async function channelUse(
  deps: ChannelLimitsDeps,
  rows: readonly ListedChannel[],
): Promise<ReadonlyMap<number, ChannelUse>> {
  const limited = rows.flatMap(({ id, setting, multi_key_mode }) => {
    if (!setting.includes('limits"')) return []
    const { limits, key_limits } = settingOf(setting)
    const ofKey = multi_key_mode === '' ? key_limits : undefined
    return [{ id, own: limitsOfChannel(id, 0, { limits, key_limits: ofKey }) ?? [] }]
  })
  if (limited.length === 0) return new Map()
  const all = limited.flatMap(({ own }) => own)
  const states = await statesOf(deps, all)
  const stateOf = new Map(all.map(({ key }, index) => [key, states[index]]))
  return new Map(
    limited.map(({ id, own }) => {
      const used = own.flatMap(({ key }) => stateOf.get(key) ?? [])
      const budgets = used.filter(({ measure }) => isPeriod(measure))
      const isFull = used.some(({ used, max }) => used >= max)
      return [id, { ...(isFull && { at_limit: true }), ...(budgets.length > 0 && { budgets }) }]
    }),
  )
}

/** JSON that was checked when it was saved. */
function settingOf(text: string): LimitedChannel {
  if (text === '') return {}
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
