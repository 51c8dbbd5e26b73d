import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

type SavedViewsTable = Database['saved_views']
const viewColumns = ['id', 'list', 'name', 'query', 'is_default'] as const
export type SavedViewRow = Pick<Selectable<SavedViewsTable>, (typeof viewColumns)[number]>

const viewsOf = (store: Store, userId: number) => store.selectFrom('saved_views').where('user_id', '=', userId)

export const readViews = (store: Store, userId: number, list: string): Promise<SavedViewRow[]> =>
  viewsOf(store, userId).select(viewColumns).where('list', '=', list).orderBy('name_key').execute()

export const findView = (store: Store, userId: number, id: number): Promise<SavedViewRow | undefined> =>
  viewsOf(store, userId).select(viewColumns).where('id', '=', id).executeTakeFirst()

export const findViewByName = (store: Store, userId: number, list: string, nameKey: string) =>
  viewsOf(store, userId).select('id').where('list', '=', list).where('name_key', '=', nameKey).executeTakeFirst()

export const insertView = (transaction: Store, view: Insertable<SavedViewsTable>): Promise<SavedViewRow> =>
  transaction.insertInto('saved_views').values(view).returning(viewColumns).executeTakeFirstOrThrow()

type ViewEdit = { name: string; name_key: string; query: string; is_default: 0 | 1 }

export const editView = (transaction: Store, userId: number, id: number, edit: ViewEdit): Promise<SavedViewRow> =>
  transaction
    .updateTable('saved_views')
    .set(edit)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(viewColumns)
    .executeTakeFirstOrThrow()

/** The list opens without a view. */
export const clearDefault = (transaction: Store, userId: number, list: string) =>
  transaction
    .updateTable('saved_views')
    .set({ is_default: 0 })
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('is_default', '=', 1)
    .execute()

export const deleteView = (store: Store, userId: number, id: number) =>
  store.deleteFrom('saved_views').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
