import type { Store } from '../../../../store/store.ts'
import { changeAbilities, deleteAbilities, insertAbilities, readAbilities } from './abilities.queries.ts'
import { abilitiesOf, driftOf, type IndexedChannel, traitsOf } from './abilities.ts'

/** Channels per batch, with thousands of rows; other work on the event loop runs between two batches. */
const channelsAtOnce = 200

/** Updates the routing index of these channels. Returns how many rows had to change. */
export async function indexChannels(transaction: Store, channels: readonly IndexedChannel[]): Promise<number> {
  let changed = 0
  for (let from = 0; from < channels.length; from += channelsAtOnce)
    changed += await indexSome(transaction, channels.slice(from, from + channelsAtOnce))
  return changed
}

async function indexSome(transaction: Store, channels: readonly IndexedChannel[]): Promise<number> {
  const ids = channels.map(({ id }) => id)
  const found = Map.groupBy(await readAbilities(transaction, ids), ({ channel_id }) => channel_id)
  const rebuilt: IndexedChannel[] = []
  let changed = 0
  for (const channel of channels) {
    const drift = driftOf(abilitiesOf(channel), found.get(channel.id) ?? [])
    changed += drift.rows + drift.traits
    if (drift.rows > 0) rebuilt.push(channel)
    else if (drift.traits > 0) await changeAbilities(transaction, channel.id, traitsOf(channel))
  }
  if (rebuilt.some(({ id }) => found.has(id)))
    await deleteAbilities(
      transaction,
      rebuilt.map(({ id }) => id),
    )
  await insertAbilities(transaction, rebuilt.flatMap(abilitiesOf))
  return changed
}
