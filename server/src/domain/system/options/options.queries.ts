import type { Store } from '../../../store/store.ts'

export const readOptions = (store: Store) => store.selectFrom('options').select(['key', 'value']).execute()

export const writeOption = (store: Store, key: string, value: string) =>
  store
    .insertInto('options')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
