import {
  type NewView,
  type SavedView,
  type ViewChange,
  type ViewList,
  viewsMax,
} from '@turnpike/contract/system/saved-view'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { lockOwner } from '../../identity/tokens/tokens.queries.ts'
import {
  clearDefault,
  deleteView,
  editView,
  findView,
  findViewByName,
  insertView,
  readViews,
  type SavedViewRow,
} from './saved-views.queries.ts'

type SavedViewsDeps = Pick<Deps, 'store' | 'clock'>

export const listViews = async ({ store }: SavedViewsDeps, caller: Caller, list: ViewList): Promise<SavedView[]> =>
  (await readViews(store, caller.id, list)).map(wireView)

export function createView({ store, clock }: SavedViewsDeps, caller: Caller, view: NewView): Promise<SavedView> {
  return change(store, caller, async (transaction) => {
    const { length } = await readViews(transaction, caller.id, view.list)
    if (length >= viewsMax) throw new AppError('views_too_many', { params: { maximum: viewsMax } })
    const name_key = await freeName(transaction, caller, view)
    if (view.is_default) await clearDefault(transaction, caller.id, view.list)
    return insertView(transaction, {
      ...view,
      name_key,
      is_default: view.is_default ? 1 : 0,
      user_id: caller.id,
      created_at: clock(),
    })
  })
}

export function changeView({ store }: SavedViewsDeps, caller: Caller, wanted: ViewChange): Promise<SavedView> {
  return change(store, caller, async (transaction) => {
    const current = await findView(transaction, caller.id, wanted.id)
    if (!current) throw new AppError('not_found')
    const { name = current.name, query = current.query, is_default = current.is_default === 1 } = wanted
    const name_key = await freeName(transaction, caller, { ...current, name })
    if (is_default) await clearDefault(transaction, caller.id, current.list)
    return editView(transaction, caller.id, current.id, { name, name_key, query, is_default: is_default ? 1 : 0 })
  })
}

export async function removeView({ store }: SavedViewsDeps, caller: Caller, id: number): Promise<undefined> {
  if (!(await deleteView(store, caller.id, id))) throw new AppError('not_found')
}

/** Changes of one user's views wait for each other, so that names stay unique and the number stays bounded. */
async function change(
  store: Store,
  caller: Caller,
  work: (transaction: Store) => Promise<SavedViewRow>,
): Promise<SavedView> {
  const row = await store.transaction().execute(async (transaction) => {
    await lockOwner(transaction, caller.id)
    return work(transaction)
  })
  return wireView(row)
}

/** The name in lower case, or a refusal where another view of the list has it. */
async function freeName(transaction: Store, caller: Caller, view: { id?: number; list: string; name: string }) {
  const key = view.name.toLowerCase()
  const found = await findViewByName(transaction, caller.id, view.list, key)
  if (found && found.id !== view.id) throw new AppError('view_name_taken')
  return key
}

const wireView = ({ list, is_default, ...row }: SavedViewRow): SavedView => ({
  ...row,
  list: list as ViewList, // only such are stored
  is_default: is_default === 1,
})
