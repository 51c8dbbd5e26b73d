import type { Store } from '../../../../store/store.ts'
import type { Ability } from './abilities.ts'

/** Rows per statement: a statement takes some ten thousand values, and a row has seven. */
const rowsAtOnce = 1000

export const readAbilities = (store: Store, channelIds: readonly number[]): Promise<Ability[]> =>
  store
    .selectFrom('abilities')
    .select(['group', 'model', 'channel_id', 'enabled', 'priority', 'weight', 'tag'])
    .where('channel_id', 'in', channelIds)
    .execute()

export async function insertAbilities(store: Store, abilities: readonly Ability[]): Promise<void> {
  for (let from = 0; from < abilities.length; from += rowsAtOnce)
    await store
      .insertInto('abilities')
      .values(abilities.slice(from, from + rowsAtOnce))
      .execute()
}

export const deleteAbilities = (store: Store, channelIds: readonly number[]) =>
  store.deleteFrom('abilities').where('channel_id', 'in', channelIds).execute()

/** Sets the same traits on every row of a channel. */
export const changeAbilities = (
  store: Store,
  channelId: number,
  traits: Pick<Ability, 'enabled' | 'priority' | 'weight' | 'tag'>,
) => store.updateTable('abilities').set(traits).where('channel_id', '=', channelId).execute()

/** The enabled channels that serve a model in a group, except one. */
export const readCandidates = (
  store: Store,
  { group, model, except }: { group: string; model: string; except: number },
) =>
  store
    .selectFrom('abilities')
    .innerJoin('channels', 'channels.id', 'abilities.channel_id')
    .select(['channels.id', 'channels.name', 'abilities.priority', 'abilities.weight'])
    .where('abilities.group', '=', group)
    .where('abilities.model', '=', model)
    .where('abilities.enabled', '=', 1)
    .where('channels.id', '!=', except)
    .orderBy('channels.id')
    .execute()
