import type { ChannelBatch } from '@turnpike/contract/channels/channel'
import type { Store } from '../../../store/store.ts'
import type { Actor } from '../../audit/audit.queries.ts'
import { deleteAbilities } from '../abilities/abilities.queries.ts'
import { deleteAttempts } from '../attempts/attempts.queries.ts'
import { readBatch } from '../channel-filter.ts'
import { deleteChannels, findChannel, readIdsOfDisabled } from '../channels.queries.ts'
import { type ChangeDeps, missing } from '../channels.rules.ts'
import { changeByAdmin } from './change-by-admin.ts'
import { targetOf, targetsOf } from './channel-audit.ts'

const channelsAtOnce = 1000

export const removeChannel = (deps: ChangeDeps, actor: Actor, id: number) =>
  changeByAdmin<undefined>(deps, actor, async (transaction) => {
    const channel = (await findChannel(transaction, id)) ?? missing(id)
    await remove(transaction, [id])
    return { result: undefined, audit: { action: 'channel.delete', target: targetOf(channel) } }
  })

/** Returns how many of them existed. */
export const removeChannels = (deps: ChangeDeps, actor: Actor, batch: ChannelBatch) =>
  changeByAdmin<number>(deps, actor, async (transaction) => {
    const there = (await readBatch({ ...deps, store: transaction }, batch)).map(({ id }) => id)
    return removed(await remove(transaction, there), there)
  })

export const removeDisabledChannels = (deps: ChangeDeps, actor: Actor) =>
  changeByAdmin<number>(deps, actor, async (transaction) => {
    const ids = await readIdsOfDisabled(transaction)
    return removed(await remove(transaction, ids), ids)
  })

const removed = (count: number, ids: readonly number[]) => ({
  result: count,
  audit: count > 0 ? { action: 'channel.delete', target: targetsOf(ids), detail: { count } } : undefined,
})

async function remove(transaction: Store, ids: readonly number[]): Promise<number> {
  let count = 0
  for (let from = 0; from < ids.length; from += channelsAtOnce) {
    const some = ids.slice(from, from + channelsAtOnce)
    // The foreign key would delete these rows too, but slowly, and settlements would wait for the channel rows
    // meanwhile.
    await deleteAbilities(transaction, some)
    await deleteAttempts(transaction, some)
    count += await deleteChannels(transaction, some)
  }
  return count
}
