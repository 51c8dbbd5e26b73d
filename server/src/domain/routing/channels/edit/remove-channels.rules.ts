import type { ChannelBatch } from '@turnpike/contract/routing/channel'
import type { Store } from '../../../../store/store.ts'
import { type Actor, targetOf } from '../../../system/audit/audit.queries.ts'
import type { RecordedChange } from '../../../system/audit/recorded-change.ts'
import { deleteAbilities } from '../abilities/abilities.queries.ts'
import { deleteAttempts } from '../attempts/attempts.queries.ts'
import { readBatch } from '../channel-filter.ts'
import { deleteChannels, findChannel, readIdsOfDisabled } from '../channels.queries.ts'
import { type ChangeDeps, missing } from '../channels.rules.ts'
import { keepDeleted } from '../history/deleted-channels.queries.ts'
import { readKeysOf } from '../keys/channel-keys.queries.ts'
import { changeByAdmin } from './change-by-admin.ts'
import { targetsOf } from './channel-audit.ts'

const channelsAtOnce = 1000

export const removeChannel = (deps: ChangeDeps, actor: Actor, id: number) =>
  changeByAdmin<undefined>(deps, actor, async (transaction) => {
    const channel = (await findChannel(transaction, id)) ?? missing(id)
    const changes = await remove(transaction, [id], actor.at)
    return { result: undefined, audit: { action: 'channel.delete', target: targetOf(channel), changes } }
  })

/** Returns how many of them existed. */
export const removeChannels = (deps: ChangeDeps, actor: Actor, batch: ChannelBatch) =>
  changeByAdmin<number>(deps, actor, async (transaction) => {
    const there = (await readBatch({ ...deps, store: transaction }, batch)).map(({ id }) => id)
    return removed(await remove(transaction, there, actor.at))
  })

export const removeDisabledChannels = (deps: ChangeDeps, actor: Actor) =>
  changeByAdmin<number>(deps, actor, async (transaction) => {
    const ids = await readIdsOfDisabled(transaction)
    return removed(await remove(transaction, ids, actor.at))
  })

const removed = (changes: RecordedChange[]) => ({
  result: changes.length,
  audit:
    changes.length > 0
      ? {
          action: 'channel.delete',
          target: targetsOf(changes.map(({ subject }) => Number(subject))),
          detail: { count: changes.length },
          changes,
        }
      : undefined,
})

/** The rows are kept for some weeks, so that the deletion can be undone. */
async function remove(transaction: Store, ids: readonly number[], at: number): Promise<RecordedChange[]> {
  const gone: number[] = []
  for (let from = 0; from < ids.length; from += channelsAtOnce) {
    const some = ids.slice(from, from + channelsAtOnce)
    // The foreign key would delete these rows too, but slowly, and settlements would wait for the channel rows
    // meanwhile.
    await deleteAbilities(transaction, some)
    await deleteAttempts(transaction, some)
    const keys = Map.groupBy(await readKeysOf(transaction, some), ({ channel_id }) => channel_id)
    const rows = await deleteChannels(transaction, some)
    await keepDeleted(
      transaction,
      rows.map((row) => ({ ...row, keys: keys.get(row.id) ?? [] })),
      at,
    )
    gone.push(...rows.map(({ id }) => id))
  }
  return gone.sort((one, other) => one - other).map((subject) => ({ kind: 'channel', subject, fields: {} }))
}
