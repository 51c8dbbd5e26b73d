import type { OptionValues } from '@turnpike/contract/options'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { isChannelCost } from '@turnpike/contract/routing/channel-cost'
import type { Store } from '../../../../store/store.ts'
import type { CostingChannel } from './margins.ts'

type Groups = Pick<OptionValues, 'GroupRatio' | 'GroupGroupRatio'>

/** The enabled channels with a known cost, by the models that they serve. */
export async function readServingCosts(store: Store, groups: Groups): Promise<Map<string, CostingChannel[]>> {
  const channels = await store
    .selectFrom('channels')
    .select(['id', 'name', 'setting', 'model_mapping'])
    .where('status', '=', channelStatus.enabled)
    .where('setting', 'like', '%"cost"%')
    .execute()
  const byModel = new Map<string, CostingChannel[]>()
  for (const { id, name, setting, model_mapping } of channels) {
    const { cost } = objectIn(setting)
    if (!isChannelCost(cost)) continue
    const mapping = objectIn(model_mapping)
    for (const [model, ratio] of await lowestRatios(store, id, groups)) {
      const mapped = Object.hasOwn(mapping, model) ? mapping[model] : undefined
      const upstreamModel = typeof mapped === 'string' ? mapped : model
      const channel = { id, name, cost, upstreamModel, groupRatio: ratio }
      byModel.set(model, [...(byModel.get(model) ?? []), channel])
    }
  }
  return byModel
}

async function lowestRatios(store: Store, channelId: number, groups: Groups): Promise<Map<string, number>> {
  const rows = await store
    .selectFrom('abilities')
    .select(['group', 'model'])
    .where('channel_id', '=', channelId)
    .where('enabled', '=', 1)
    .execute()
  const lowest = new Map<string, number>()
  for (const { group, model } of rows)
    lowest.set(model, Math.min(lowest.get(model) ?? Number.POSITIVE_INFINITY, lowestRatioOf(group, groups)))
  return lowest
}

/** The lowest ratio that anybody pays in a group. */
function lowestRatioOf(group: string, { GroupRatio, GroupGroupRatio }: Groups): number {
  const own = Object.hasOwn(GroupRatio, group) ? (GroupRatio[group] ?? 1) : 1
  const special = Object.values(GroupGroupRatio).flatMap((ratios) =>
    Object.hasOwn(ratios, group) ? [ratios[group] ?? 1] : [],
  )
  return Math.min(own, ...special)
}

function objectIn(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json || '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // any object has members
  } catch {
    return {} // written by another program
  }
}
