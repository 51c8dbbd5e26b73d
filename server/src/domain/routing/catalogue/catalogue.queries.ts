import type { Store } from '../../../store/store.ts'

/** The models that an enabled channel serves in one of these groups, each once. */
export async function readServedModels(store: Store, groups: string[]): Promise<string[]> {
  if (groups.length === 0) return []
  const rows = await store
    .selectFrom('abilities')
    .select('model')
    .distinct()
    .where('enabled', '=', 1)
    .where('group', 'in', groups)
    .execute()
  return rows.map(({ model }) => model)
}

/** The models that any enabled channel serves, each once. */
export async function readAllServedModels(store: Store): Promise<string[]> {
  const rows = await store.selectFrom('abilities').select('model').distinct().where('enabled', '=', 1).execute()
  return rows.map(({ model }) => model)
}
