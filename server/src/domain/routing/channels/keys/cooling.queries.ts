import type { Selectable } from 'kysely'
import { changesRow, countChanged } from '../../../../store/row-counts.ts'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

export type CooldownRow = Selectable<Database['cooling']>

export const readCooldownRows = (store: Store): Promise<CooldownRow[]> =>
  store.selectFrom('cooling').selectAll().execute()

export const readCooldownRowsOf = (store: Store, channelId: number): Promise<CooldownRow[]> =>
  store.selectFrom('cooling').selectAll().where('channel_id', '=', channelId).execute()

/** The cooldowns of whole channels at this time. */
export async function readCooldowns(store: Store, now: number): Promise<Map<number, number>> {
  const rows = await store
    .selectFrom('cooling')
    .select(['channel_id', 'until'])
    .where('key_id', '=', 0)
    .where('until', '>', now)
    .execute()
  return new Map(rows.map(({ channel_id, until }) => [channel_id, until]))
}

/** Writes a cooldown in place of an earlier one. A deleted channel gets none. */
export const saveCooldown = (store: Store, row: CooldownRow) =>
  store
    .insertInto('cooling')
    .columns(['channel_id', 'key_id', 'until', 'pauses', 'reason', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('channels')
        .select((each) => [
          'channels.id',
          each.cast<number>(each.val(row.key_id), 'bigint').as('key_id'),
          each.cast<number>(each.val(row.until), 'bigint').as('until'),
          each.cast<number>(each.val(row.pauses), 'integer').as('pauses'),
          each.cast<string>(each.val(row.reason), 'text').as('reason'),
          each.cast<number>(each.val(row.at), 'bigint').as('at'),
        ])
        .where('channels.id', '=', row.channel_id),
    )
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'key_id']).doUpdateSet((values) => ({
        until: values.ref('excluded.until'),
        pauses: values.ref('excluded.pauses'),
        reason: values.ref('excluded.reason'),
        at: values.ref('excluded.at'),
      })),
    )
    .execute()

/**
 * Lets one call try a channel or key after its cooldown: of several processes, one gets true, and the others wait until
 * `until`.
 */
export const claimTrial = (
  store: Store,
  { channel_id, key_id, now, until }: { channel_id: number; key_id: number; now: number; until: number },
): Promise<boolean> =>
  changesRow(
    store
      .updateTable('cooling')
      .set({ until })
      .where('channel_id', '=', channel_id)
      .where('key_id', '=', key_id)
      .where('until', '<=', now),
  )

/** Without a key, the cooldowns of the channel and of all its keys. Returns how many there were. */
export const deleteCooldown = (store: Store, channelId: number, keyId?: number): Promise<number> =>
  countChanged(
    store
      .deleteFrom('cooling')
      .where('channel_id', '=', channelId)
      .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? 0)),
  )
