import type { ChannelBatch, ChannelBatchChange } from '@turnpike/contract/routing/channel'
import type { Store } from '../../../../store/store.ts'
import type { Actor } from '../../../system/audit/audit.queries.ts'
import { indexChannels } from '../abilities/abilities.rules.ts'
import { readBatch } from '../channel-filter.ts'
import { type ChannelRow, type ChannelUpdate, changeChannels } from '../channels.queries.ts'
import { type ChangeDeps, judgedAnew, statusByAdmin } from '../channels.rules.ts'
import { recordedChange } from '../history/channel-changes.ts'
import { changeByAdmin } from './change-by-admin.ts'
import { targetsOf } from './channel-audit.ts'

/** Switches channels, or sets their priority or weight, all of them or none; returns how many of them exist. */
export const changeMany = (deps: ChangeDeps, actor: Actor, batch: ChannelBatch, wanted: ChannelBatchChange) => {
  const { status, priority, weight } = wanted
  const change: ChannelUpdate = {
    ...statusByAdmin(status, { status: 0 }),
    ...(priority !== undefined && { priority }),
    ...(weight !== undefined && { weight }),
  }
  return changeByAdmin<number>(deps, actor, async (transaction) => {
    const channels = await readBatch({ ...deps, store: transaction }, batch)
    const others = channels.filter((channel) => isOther(channel, change))
    if (others.length === 0) return { result: channels.length }
    await changeAll(transaction, others, change, deps.clock())
    const target = targetsOf(others.map(({ id }) => id))
    const detail = { ...(status && { status }), priority, weight, count: others.length }
    const changes = others.map((channel) => recordedChange(channel, change))
    return { result: channels.length, audit: { action: 'channel.change_many', target, detail, changes } }
  })
}

const isOther = (channel: ChannelRow, change: ChannelUpdate) =>
  Object.entries(change).some(([column, value]) => channel[column as keyof ChannelRow] !== value)

/** The index is written first: once the channel rows are written, settlements wait for them until the commit. */
export async function changeAll(
  transaction: Store,
  channels: readonly ChannelRow[],
  change: ChannelUpdate,
  now: number,
): Promise<void> {
  await indexChannels(
    transaction,
    channels.map((channel) => ({ ...channel, ...change })),
  )
  await changeChannels(
    transaction,
    channels.map(({ id }) => id),
    { ...change, ...judgedAnew(change, now) },
  )
}
