import type { Store } from '../../../../store/store.ts'

export type StickyFigures = { calls: number; hits: number; saved: number }

/** A channel that was deleted has no figures. */
export async function addStickyFigures(store: Store, channelId: number, figures: StickyFigures): Promise<void> {
  const exists = await store.selectFrom('channels').select('id').where('id', '=', channelId).executeTakeFirst()
  if (!exists) return
  await store
    .insertInto('sticky_figures')
    .values({ channel_id: channelId, ...figures })
    .onConflict((conflict) =>
      conflict.column('channel_id').doUpdateSet((values) => ({
        calls: values('sticky_figures.calls', '+', values.ref('excluded.calls')),
        hits: values('sticky_figures.hits', '+', values.ref('excluded.hits')),
        saved: values('sticky_figures.saved', '+', values.ref('excluded.saved')),
      })),
    )
    .execute()
}

export const findStickyFigures = (store: Store, channelId: number): Promise<StickyFigures | undefined> =>
  store
    .selectFrom('sticky_figures')
    .select(['calls', 'hits', 'saved'])
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
